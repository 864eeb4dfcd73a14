import type { EntityName } from '../../contract/entities/stores.ts';
import { errorStatus } from '../../contract/error-status.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { PushOp, type PushResult } from '../../contract/sync.ts';
import { writeNamed, type AnyWrite, type WriteName } from '../../contract/writes/index.ts';
import { requestHash } from '../http/canonical-json.ts';
import { fieldCodes } from '../http/field-codes.ts';
import type { Operation } from '../http/idempotency.ts';
import { z } from '../../contract/zod.ts';

/** A valid op, whose write is known and whose args have been checked. */
export interface ParsedOp {
  op: PushOp;
  kind: WriteName;
  entity: EntityName;
  isCreate: boolean;
  args: unknown;
  operation: Operation;
}

/** An op that cannot be parsed. If its lane can be read, the later ops in that lane still have to wait. */
export interface UnreadableOp {
  op_id: string;
  lane: string | null;
  fields: Record<string, unknown>;
}

const textOf = (value: unknown, key: string): string | null => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  return typeof text === 'string' && text.length <= 120 ? text : null;
};

function parseArgs(write: AnyWrite, args: unknown, v: number): { args: unknown } | { fields: Record<string, unknown> } {
  try {
    return { args: write.parse(args, v) };
  } catch (error) {
    if (error instanceof z.core.$ZodError) return { fields: fieldCodes(error, args, 'args') };
    throw error;
  }
}

/** Parses one op of a push. Never throws, so that an unreadable op does not affect the others. */
export function parseOp(value: unknown, device_id: string): ParsedOp | UnreadableOp {
  const toUnreadableOp = (fields: Record<string, unknown>): UnreadableOp => ({
    op_id: textOf(value, 'op_id') ?? '',
    lane: textOf(value, 'lane'),
    fields,
  });
  const op = PushOp.safeParse(value);
  if (!op.success) return toUnreadableOp(fieldCodes(op.error, value, 'op'));
  const { kind, entity, v, id, op_id } = op.data;
  const write = writeNamed(kind);
  if (!write) return toUnreadableOp({ kind: 'unknown' });
  if (write.entity !== entity) return toUnreadableOp({ entity: 'invalid' });
  if (v < 1 || v > write.v) return toUnreadableOp({ v: 'unknown' });
  const parsed = parseArgs(write, op.data.args, v);
  if ('fields' in parsed) return toUnreadableOp(parsed.fields);
  const request_hash = requestHash({ kind, id, args: parsed.args });
  return {
    op: op.data,
    kind: write.name,
    entity,
    isCreate: write.mode === 'create',
    args: parsed.args,
    operation: { op_id, kind, request_hash, device_id },
  };
}

/** Builds the push result of a failed op. */
export function failedResult(op_id: string, code: ErrorCode, details: Partial<PushResult> = {}): PushResult {
  return { op_id, status: errorStatus[code], code, ...details };
}

const EARLIEST_MS = Date.UTC(2000, 0, 1);

/**
 * Returns the time claimed by the device, corrected by its measured clock offset and limited to the range from the year
 * 2000 to the time of receipt (ISO).
 */
export function correctedAt(op: PushOp, received_at: string): string {
  const claimed = Date.parse(op.at) + op.clock_offset_ms;
  const received = Date.parse(received_at);
  return new Date(Math.max(EARLIEST_MS, Math.min(claimed, received))).toISOString();
}

import { ErrorCode } from '../../../contract/error-code.ts';
import { entities } from '../../../contract/entities/index.ts';
import { Refused } from '../../../contract/errors.ts';
import type { PushOp, PushResult } from '../../../contract/sync.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { writeContext, type Actor, type AnyRow } from '../../../src/db/outbox/view.ts';
import type { ApiResult } from './api-client.ts';
import type { Ids } from './ids.ts';
import { readRow, storedRow, type ReadContext } from './rows.ts';
import { tableOf } from './tables/index.ts';
import { fieldsOf, isObject } from './values.ts';
import { findDocumentedCall, spaceOf } from './write-calls.ts';

export interface OpContext {
  db: PhoneDb;
  ids: Ids;
  actor: Actor;
  read: ReadContext;
  /** Rows of the writes that this push has sent; the phone stores them only when the push has ended. */
  sent_rows: Map<string, AnyRow | null>;
}

/** Codes that only our own server can return, because they need more information than a status. */
const ownServerCodes: readonly ErrorCode[] = [
  'conflict',
  'record_deleted',
  'access_lost',
  'blob_missing',
  'op_in_progress',
  'blocked',
  'device_revoked',
  'daily_limit',
  'handed_over',
  'skipped',
];

function codeOf(body: unknown, fallback: ErrorCode): ErrorCode {
  const code = ErrorCode.safeParse(isObject(body) ? body['code'] : undefined);
  return code.success && !ownServerCodes.includes(code.data) ? code.data : fallback;
}

/** Returns the fields that the API names in a refusal, each with the code for an invalid value. */
function fieldsIn(body: unknown, op: PushOp): Record<string, string> | undefined {
  if (!isObject(body)) return undefined;
  const named = isObject(body['fields']) ? body['fields'] : isObject(body['errors']) ? body['errors'] : body;
  const known = Object.keys(fieldsOf(named)).filter((name) => isObject(op.args) && name in op.args);
  return known.length > 0 ? Object.fromEntries(known.map((name) => [name, 'invalid'])) : undefined;
}

/** Converts a refusal of the API into the final result of an op: the user decides what happens to the write. */
export function toRefusedResult(op: PushOp, { status, body }: Extract<ApiResult, { kind: 'refused' }>): PushResult {
  const { op_id } = op;
  if (status === 405 || status === 501) return { op_id, status: 422, code: 'not_offered' };
  if (status === 403) return { op_id, status, code: codeOf(body, 'forbidden') };
  if (status === 404 || status === 410) return { op_id, status: 404, code: codeOf(body, 'not_found') };
  if (status === 413) return { op_id, status, code: 'too_large' };
  const fields = fieldsIn(body, op);
  return { op_id, status: status === 409 ? 409 : 422, code: codeOf(body, 'invalid'), ...(fields && { fields }) };
}

/** Returns the row with the write applied, for calls that do not return the row. */
function optimisticRow({ actor }: OpContext, op: PushOp, stored: AnyRow | null): AnyRow | null {
  try {
    const context = writeContext(actor, op.id, Date.parse(op.at));
    return (writeNamed(op.kind)?.optimistic(stored, op.args, context) ?? null) as AnyRow | null;
  } catch (error) {
    if (error instanceof Refused) return stored;
    throw error;
  }
}

function rowIn(context: OpContext, op: PushOp, raw: unknown, stored: AnyRow | null): Record<string, unknown> | null {
  if (!isObject(raw) || fieldsOf(raw)['id'] === undefined) return null;
  const table = tableOf(op.entity);
  if (table) return readRow(table, raw, context.read, stored);
  const parsed = entities[op.entity].schema.safeParse({
    ...(context.ids.foreignBody(raw) as object),
    id: op.id,
    rev: 1,
  });
  return parsed.success ? (parsed.data as Record<string, unknown>) : null;
}

/**
 * Converts an accepted write into the result of an op, with the row that the API returned. Stores the id of a new
 * record first, so that the record is recognised in the lists.
 */
export async function toAcceptedResult(context: OpContext, op: PushOp, reply: unknown): Promise<PushResult> {
  const { db, ids } = context;
  const key = `${op.entity}:${op.id}`;
  // Of two writes to one record in a push, the later one must get the higher revision.
  const stored = context.sent_rows.get(key) ?? (await storedRow(db, op.entity, op.id));
  const rev = (stored?.rev ?? 0) + 1;
  const write = writeNamed(op.kind)!;
  // A lead that was taken leaves the waiting list.
  if (write.mode === 'delete' || op.kind === 'lead.take') return { op_id: op.op_id, status: 200, row: null, rev };
  const raw = findDocumentedCall(op, context.actor)?.from_body(reply) ?? null;
  const space = spaceOf(op.entity);
  if (write.mode === 'create' && space !== null && isObject(raw))
    await ids.alias(space, fieldsOf(raw)['id'] ?? fieldsOf(raw)['pk'], op.id);
  const optimistic = optimisticRow(context, op, stored);
  const read = rowIn(context, op, raw, optimistic);
  const row = read !== null && read['id'] === op.id ? read : optimistic;
  await ids.save();
  const sent = row && { ...row, id: op.id, rev };
  context.sent_rows.set(key, sent);
  return { op_id: op.op_id, status: 200, row: sent, rev };
}

import { createHash } from 'node:crypto';
import type { Args, WriteName } from '../../contract/writes/index.ts';
import type { CallerContext, WriteInput } from '../handlers.ts';

/** Device id used for clients that do not send an id. */
const NO_DEVICE = '00000000-0000-0000-0000-000000000000';

/**
 * Converts a documented call to the input of the equivalent queued write, so that the same handler serves both. A call
 * does not contain the old values (`base`).
 */
export function toWriteInput<K extends WriteName>(context: CallerContext, id: string, args: Args<K>): WriteInput<K> {
  const { request, received_at } = context;
  return {
    id,
    args,
    op_id: request.key,
    device_id: request.device_id ?? NO_DEVICE,
    base: null,
    base_rev: 0,
    corrected_at: received_at,
  };
}

/** Sets the ETag of a response with a single row, and returns the row. Clients can send the ETag in If-Match. */
export function withEtag<Row extends { rev: number }>(context: CallerContext, row: unknown): Row {
  const typed = row as Row;
  context.request.set_header('ETag', `"r${typed.rev}"`);
  return typed;
}

/**
 * Sets the ETag of a list, and returns the list. The ETag changes with any row of the list; clients can send it in
 * If-None-Match.
 */
export function withListEtag<Row>(context: CallerContext, rows: Row[]): Row[] {
  const hash = createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22);
  context.request.set_header('ETag', `"${hash}"`);
  return rows;
}

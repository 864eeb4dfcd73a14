import type { Args, WriteName } from '../../contract/writes/index.ts';
import type { CallerContext, WriteInput } from '../handlers.ts';

/** Stands for the device of a client that names none. */
const NO_DEVICE = '00000000-0000-0000-0000-000000000000';

/** A documented call as the write it stands for, so that both roads run one handler. It comes without old values. */
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

/** Marks a single-row reply with its version, for If-Match. */
export function withEtag<Row extends { rev: number }>(context: CallerContext, row: unknown): Row {
  const known = row as Row;
  context.request.set_header('ETag', `"r${known.rev}"`);
  return known;
}

import type { HandlerContext } from '../handlers.ts';

/** A message is sent within this time after its write, unless several attempts fail. */
const SENDING_MS = 10 * 60_000;

/** Phones send a write again if a new epoch begins within this time after it was accepted. */
const OFFERED_MS = 14 * 86_400_000;

/**
 * Whether a message of a write was already sent, before this database lost the write. `accepted_at` is the time at
 * which the server accepted the write before, as reported by the phone; undefined if it did not. A write that was
 * accepted shortly before the epoch began may have been lost together with its unsent message, so it does not count. A
 * false report only withholds a message of its sender.
 */
export async function wasSentBefore(
  { tx, scope, received_at }: Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>,
  accepted_at: string | undefined,
): Promise<boolean> {
  if (accepted_at === undefined) return false;
  const counter = await tx
    .selectFrom('sync_counter')
    .select('epoch_began_at')
    .where('scope', '=', scope)
    .executeTakeFirst();
  if (!counter?.epoch_began_at) return false;
  const [accepted, began] = [Date.parse(accepted_at), Date.parse(counter.epoch_began_at)];
  return accepted < began - SENDING_MS && accepted >= Date.parse(received_at) - OFFERED_MS;
}

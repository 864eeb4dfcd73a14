import type { HandlerContext } from '../handlers.ts';

/** A message is sent within this time after its write, unless several attempts fail. */
const SENDING_MS = 10 * 60_000;

/** For this long after a write was accepted, phones send it again if a new epoch begins. */
const OFFERED_MS = 14 * 86_400_000;

/**
 * Whether a message of a write was already sent, before this database lost the write. `accepted_at` is the time at
 * which the phone says that the server had accepted it; undefined for a write that was not accepted before. A write
 * that was accepted shortly before the epoch began may have been lost together with its unsent message, so it does not
 * count. A false claim only withholds a message of the claimant.
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

import type { HandlerContext } from '../handlers.ts';

/** A message that a write queues is sent within this time after the write, unless several attempts to send it fail. */
const SENDING_MS = 10 * 60_000;

/** Phones send a write again if a new epoch begins within this time after the server accepted the write. */
const OFFERED_MS = 14 * 86_400_000;

/**
 * Whether the message that a write queues was already sent before this database lost the write. `accepted_at` is the
 * time at which the server first accepted the write, as reported by the phone; undefined if the phone reported none. A
 * write that was accepted shortly before the epoch began may have been lost before its message was sent, so its message
 * counts as not sent. A phone that reports a false time only prevents messages about its own writes.
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

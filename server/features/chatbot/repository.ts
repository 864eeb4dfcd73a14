import { Refused } from '../../../contract/errors.ts';
import type { DeliveryState } from '../../../contract/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { Db, Tx } from '../../db/tables.ts';
import { incrementCounter } from '../../sync/counter.ts';
import { wasSentBefore } from '../../sync/sent-before.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';

/** Returns the id of the chat between the bot and a user; null if there is none. */
export async function chatIdOf({ tx, scope }: { tx: Db | Tx; scope: string }, user_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('telegram_chats')
    .select('chat_id')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.chat_id ?? null;
}

/**
 * Gives the open tickets of a user a new rev, so that the devices of their assignees learn that Telegram is now
 * available.
 */
async function touchOpenTickets(tx: Tx, scope: string, user_id: string): Promise<void> {
  const openTickets = await tx
    .selectFrom('tickets')
    .select('id')
    .where('scope', '=', scope)
    .where('author_id', '=', user_id)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (openTickets.length === 0) return;
  const ids = openTickets.map(({ id }) => id);
  const rev = await incrementCounter(tx, scope);
  await tx.updateTable('tickets').set({ rev }).where('scope', '=', scope).where('id', 'in', ids).execute();
}

/** Stores the chat through which the bot can reach a user. */
export async function linkChat(
  tx: Tx,
  { scope, user_id, chat_id, at }: { scope: string; user_id: string; chat_id: string; at: string },
): Promise<void> {
  const linked = { chat_id, linked_at: at };
  if ((await chatIdOf({ tx, scope }, user_id)) === null) await touchOpenTickets(tx, scope, user_id);
  await tx
    .insertInto('telegram_chats')
    .values({ scope, user_id, ...linked })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id']).doUpdateSet(linked))
    .execute();
}

/** A message that is not sent yet, with all data that the bot needs to send it. */
export interface PendingMessage {
  id: string;
  user_id: string;
  ticket_id: string | null;
  body: string;
  op_id: string;
  /** Time at which the server first accepted the write, if the device has sent it again; otherwise absent. */
  accepted_at?: string | undefined;
}

/**
 * Queues a message in the transaction that creates it; the bot sends it after the commit. A message that was already
 * sent before the database lost its row is stored again but not sent again. Returns the delivery state, or null if the
 * id is already used. Throws `no_telegram` if the person has no chat with the bot.
 */
export async function queueMessage(
  context: HandlerContext,
  { op_id, accepted_at, ...message }: PendingMessage,
): Promise<DeliveryState | null> {
  const { tx, scope, caller, received_at: at } = context;
  if ((await chatIdOf(context, message.user_id)) === null) throw new Refused('no_telegram');
  const delivery = (await wasSentBefore(context, accepted_at)) ? 'sent' : 'queued';
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bot_messages')
    .values({ ...message, scope, by_id: caller.user_id, delivery, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return null;
  if (delivery === 'sent') return delivery;
  await countDailyWrite(context, 'messages');
  await addJob(tx, { scope, at }, 'bot_message', { id: message.id, op_id });
  return delivery;
}

/** Returns a queued message and its chat; undefined if it no longer exists. */
export function pendingMessage(tx: Tx, scope: string, id: string) {
  return tx
    .selectFrom('bot_messages as m')
    .leftJoin('telegram_chats as g', (join) =>
      join.onRef('g.scope', '=', 'm.scope').onRef('g.user_id', '=', 'm.user_id'),
    )
    .select(['m.body', 'm.delivery', 'm.ticket_id', 'm.by_id', 'm.user_id', 'm.created_at', 'g.chat_id'])
    .where('m.scope', '=', scope)
    .where('m.id', '=', id)
    .executeTakeFirst();
}

/** If a message belongs to no ticket, saves its delivery state in its timeline entry. */
async function updateTimelineEntry(
  context: Omit<HandlerContext, 'caller'>,
  id: string,
  delivery: DeliveryState,
  by_id: string,
): Promise<void> {
  const { tx, scope, received_at: updated_at } = context;
  const timelineEntry = await tx
    .selectFrom('person_events')
    .select('detail')
    .where('scope', '=', scope)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!timelineEntry) return;
  const detail = JSON.stringify({ ...timelineEntry.detail, delivery });
  const rev = await context.nextRev();
  await tx
    .updateTable('person_events')
    .set({ detail, rev, updated_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .execute();
  context.poke([by_id]);
}

/** Saves the delivery state of a message and pokes the employees who can see it. */
export async function saveDelivery(
  context: Omit<HandlerContext, 'caller'>,
  id: string,
  delivery: DeliveryState,
): Promise<void> {
  const { tx, scope, received_at: updated_at } = context;
  const row = await tx
    .updateTable('bot_messages')
    .set({ delivery, updated_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('delivery', '<>', delivery)
    .returning(['ticket_id', 'by_id'])
    .executeTakeFirst();
  if (!row) return;
  if (row.ticket_id === null) return updateTimelineEntry(context, id, delivery, row.by_id);
  const ticket = await tx
    .selectFrom('tickets')
    .select('responsible_id')
    .where('scope', '=', scope)
    .where('id', '=', row.ticket_id)
    .forUpdate()
    .executeTakeFirst();
  const rev = await context.nextRev();
  await tx.updateTable('tickets').set({ rev }).where('scope', '=', scope).where('id', '=', row.ticket_id).execute();
  context.poke([row.by_id, ...(ticket?.responsible_id ? [ticket.responsible_id] : [])]);
}

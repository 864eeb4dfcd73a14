import { uuidv7 } from 'uuidv7';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { PushOp, PushResult } from '../../contract/sync.ts';
import { linkChat } from '../../server/features/chatbot/repository.ts';
import { startNewEpoch } from '../../server/sync/epoch.ts';
import { openOnlyScope, type Person, type SyncServer } from '../helpers/sync-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: SyncServer;
let olga: Person;
let anna: Person;

beforeEach(async () => {
  server = await openOnlyScope();
  olga = await server.consultant({ first_name: 'Olga' });
  anna = await server.person({ responsible_id: olga.id });
  const { db, scope } = server.deps;
  const at = server.iso();
  await db.transaction().execute((tx) => linkChat(tx, { scope, user_id: anna.id, chat_id: '77', at }));
  await server.push(olga, [server.comment('makes the counter of the scope')]);
});
afterEach(() => server.close());

/** Simulates a restore of the database from a backup without the writes of the test. */
const simulateRestore = () => startNewEpoch(server.deps.db, new Date(server.now), { cause: 'restore' });

const message = () =>
  server.op({
    kind: 'person.message',
    id: uuidv7(),
    args: { person_id: anna.id, text: 'See you at six', at: server.iso() },
  });

/** Sends a write again that the server had accepted at `accepted_at`. Returns the result. */
async function resend(op: PushOp, accepted_at: string): Promise<PushResult> {
  const accepted = [{ op_id: op.op_id, at: accepted_at }];
  const body = { proto: 1, device_id: olga.device_id, accepted, ops: [op] };
  const reply = await server.call<{ results: PushResult[] }>(olga, 'POST', '/api/sync/push', body);
  expect(reply.status).toBe(200);
  return reply.body.results[0]!;
}

async function jobs(): Promise<number> {
  const { db, scope } = server.deps;
  const rows = db.selectFrom('jobs').select('id').where('scope', '=', scope).where('kind', '=', 'bot_message');
  return (await rows.execute()).length;
}

const deliveryIn = ({ row }: PushResult) => (row as { detail: { delivery: string } }).detail.delivery;

describe('a message resent after a restore', () => {
  it('does not redeliver a resent message accepted more than 10 minutes before the restore', async () => {
    const at = server.iso();
    server.pass(10 * MINUTE + 1);
    await simulateRestore();
    const op = message();
    expect(deliveryIn(await resend(op, at))).toBe('sent');
    expect(await jobs()).toBe(0);
    expect(await resend(op, at)).toMatchObject({ status: 200, replayed: true });
  });

  it('delivers a message again if it was accepted shortly before the restore and may be lost', async () => {
    const at = server.iso();
    server.pass(10 * MINUTE);
    await simulateRestore();
    expect(deliveryIn(await resend(message(), at))).toBe('queued');
    expect(await jobs()).toBe(1);
  });

  it('does not redeliver a message that is resent within 14 days after the restore, but delivers one that is resent later', async () => {
    const at = server.iso();
    server.pass(DAY);
    await simulateRestore();
    server.pass(13 * DAY);
    expect(deliveryIn(await resend(message(), at))).toBe('sent');
    server.pass(1);
    expect(deliveryIn(await resend(message(), at))).toBe('queued');
  });

  it('delivers a resent message if the server was never restored, whatever the device claims', async () => {
    const at = server.iso();
    server.pass(DAY);
    expect(deliveryIn(await resend(message(), at))).toBe('queued');
    expect(await jobs()).toBe(1);
  });

  it('a message that was written but never accepted before the restore is sent', async () => {
    const op = message();
    server.pass(DAY);
    await simulateRestore();
    expect(deliveryIn(await resend(op, server.iso()))).toBe('queued');
    expect(deliveryIn(await server.send(olga, message()))).toBe('queued');
    expect(await jobs()).toBe(2);
  });

  it('a resent message does not count again toward the daily limit', async () => {
    const at = server.iso();
    server.pass(DAY);
    await simulateRestore();
    await resend(message(), at);
    const { db, scope } = server.deps;
    const dailyCounts = await db.selectFrom('daily_counts').selectAll().where('scope', '=', scope).execute();
    expect(dailyCounts.filter((row) => JSON.stringify(row).includes('messages'))).toEqual([]);
  });

  it('a resent message on a ticket is stored, but not delivered again', async () => {
    const ticket_id = uuidv7();
    const fields = { type: 'question', subject: 'When?', body: 'When is it?', attachments: [], previous_id: null };
    const ticket = { ...fields, at: server.iso() };
    const asked = await server.send(anna, server.op({ kind: 'ticket.create', id: ticket_id, args: ticket }));
    expect(asked).toMatchObject({ status: 200 });
    const take = server.op({ kind: 'ticket.take', id: ticket_id, args: { at: server.iso() } });
    expect(await server.send(olga, take)).toMatchObject({ status: 200 });
    const at = server.iso();
    server.pass(DAY);
    await simulateRestore();
    const args = { message_id: uuidv7(), body: 'At six', at };
    const result = await resend(server.op({ kind: 'ticket.message', id: ticket_id, args }), at);
    const { messages } = result.row as { messages: { id: string; delivery: string | null }[] };
    expect(messages.at(-1)).toMatchObject({ id: args.message_id, delivery: 'sent' });
    expect(await jobs()).toBe(0);
  });
});

it('refuses a push that names an invalid time for an accepted write', async () => {
  const body = { proto: 1, device_id: olga.device_id, accepted: [{ op_id: uuidv7(), at: 'then' }], ops: [message()] };
  expect(await server.call(olga, 'POST', '/api/sync/push', body)).toMatchObject({ status: 400 });
});

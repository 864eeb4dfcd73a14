import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { dailyLimits, type DailyKind } from '../../server/daily-limit.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { DonationOps } from '../helpers/donations.ts';
import { addRecurring } from '../helpers/recurring-donations.ts';
import { validArgs } from '../helpers/valid-args.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const DAY_MS = 86_400_000;
const ADD_COMMENT = callNamed('comments.add').path;

let server: SyncServer;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
});
afterAll(() => server.close());

/** Sets the number of writes of a kind that a person has made today. */
async function setCount({ id: user_id }: Person, kind: DailyKind, count: number): Promise<void> {
  const { db, scope } = server.deps;
  const row = { scope, user_id, kind, day: server.iso().slice(0, 10), count };
  await db
    .insertInto('daily_counts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'kind', 'day']).doUpdateSet({ count }))
    .execute();
}

const countOf = async ({ id }: Person, kind: DailyKind) =>
  (
    await server.deps.db
      .selectFrom('daily_counts')
      .select('count')
      .where('scope', '=', server.deps.scope)
      .where('user_id', '=', id)
      .where('kind', '=', kind)
      .execute()
  ).map(({ count }) => count);

const op = (kind: WriteName, id = uuidv7(), more: Record<string, unknown> = {}) =>
  server.op({ kind, id, args: { ...validArgs[kind], ...more } });

async function done(person: Person, write: PushOp): Promise<string> {
  expect(await server.send(person, write)).toMatchObject({ status: 200 });
  return write.id;
}

/** Each kind of write: its limit, a label, and an example that is written by Olga, who is responsible for Anna. */
const kinds: [DailyKind, number, string, (olga: Person, anna: Person) => Promise<PushOp>][] = [
  ['comments', 300, 'a comment', async () => op('comment.add')],
  [
    'comments',
    300,
    'an edit of a comment',
    async (olga) => op('comment.edit', await done(olga, op('comment.add')), { text: uuidv7(), at: server.iso() }),
  ],
  ['contacts', 20_000, 'a contact', async () => op('contact.create')],
  ['contacts', 20_000, 'a restored contact that the server never had', async () => op('contact.restore')],
  [
    'contact_changes',
    20_000,
    'a change of a contact',
    async (olga) => op('contact.edit', await done(olga, op('contact.create'))),
  ],
  ['categories', 500, 'a category', async () => op('contact_category.create', uuidv7(), { name: uuidv7() })],
  [
    'interactions',
    2_000,
    'a call',
    async (olga) => op('interaction.log', uuidv7(), { contact_id: await done(olga, op('contact.create')) }),
  ],
  [
    'interactions',
    2_000,
    'a change of a call',
    async (olga) => {
      const contact_id = await done(olga, op('contact.create'));
      return op('interaction.edit', await done(olga, op('interaction.log', uuidv7(), { contact_id })));
    },
  ],
  ['leads', 500, 'a lead', async () => op('lead.create', uuidv7(), { phone: null, email: `${uuidv7()}@example.org` })],
  ['notes', 1_000, 'a note', async (_, { id: person_id }) => op('person.note', uuidv7(), { person_id })],
  [
    'messages',
    500,
    'a Telegram message',
    async (_, { id: person_id }) => op('person.message', uuidv7(), { person_id, at: server.iso() }),
  ],
  ['donations', 200, 'a donation', async (_, { id: donor_id }) => new DonationOps(server).submit(donor_id)],
  [
    'donation_changes',
    1_000,
    'a correction of a donation',
    async (olga, { id: donor_id }) => {
      const { id } = await new DonationOps(server).createFor(olga, donor_id);
      return new DonationOps(server).correct(id, { comment: 'x' });
    },
  ],
  [
    'donation_changes',
    1_000,
    'a confirmed donation',
    async (_, donor) => new DonationOps(server).confirm((await new DonationOps(server).createFor(donor, donor.id)).id),
  ],
  [
    'donation_changes',
    1_000,
    'a rejected donation',
    async (_, donor) => new DonationOps(server).reject((await new DonationOps(server).createFor(donor, donor.id)).id),
  ],
  [
    'donation_changes',
    1_000,
    'a paused donation',
    async (olga) =>
      op('recurring_donation.pause', await addRecurring(server.deps, olga.id, { started_at: server.iso() }), {
        at: server.iso(),
      }),
  ],
  ['saved_views', 300, 'a saved view', async () => op('saved_view.create')],
  ['flows', 200, 'a flow', async () => op('flow.create', uuidv7(), { unique_name: null })],
  [
    'landing_changes',
    20_000,
    'a change of a flow',
    async (olga) => op('flow.edit', await done(olga, op('flow.create', uuidv7(), { unique_name: null }))),
  ],
  [
    'landing_changes',
    20_000,
    'a block',
    async (olga) => {
      const flow_id = await done(olga, op('flow.create', uuidv7(), { unique_name: null }));
      return op('landing_block.add', uuidv7(), { flow_id });
    },
  ],
  [
    'landing_changes',
    20_000,
    'a change of a block',
    async (olga) => {
      const flow_id = await done(olga, op('flow.create', uuidv7(), { unique_name: null }));
      return op('landing_block.edit', await done(olga, op('landing_block.add', uuidv7(), { flow_id })));
    },
  ],
  ['tasks', 1_000, 'a task', async () => server.task()],
  [
    'task_changes',
    5_000,
    'a change of a task',
    async (olga) => op('task.cancel', await done(olga, server.task()), { at: server.iso() }),
  ],
  ['tickets', 50, 'a request', async () => op('ticket.create')],
  [
    'ticket_messages',
    300,
    'a message in a request',
    async (olga) => op('ticket.reply', await done(olga, op('ticket.create')), { message_id: uuidv7() }),
  ],
  [
    'ticket_messages',
    300,
    'an answer to a request',
    async (_, { id: user_id }) => {
      const olga = employee;
      const id = await done(olga, op('ticket.create_for', uuidv7(), { user_id }));
      return op('ticket.answer', id, { message_id: uuidv7() });
    },
  ],
  [
    'tickets_for_others',
    300,
    'a request for another person',
    async (_, { id: user_id }) => op('ticket.create_for', uuidv7(), { user_id }),
  ],
];

let employee: Person;

describe('the daily limit of writes', () => {
  it.each(kinds)('limits %s to %i a day, counting %s', async (kind, limit, _, write) => {
    employee = await server.consultant();
    const person = await server.person({ responsible_id: employee.id, status: 'processing' });
    const chat = { scope: server.deps.scope, user_id: person.id, chat_id: person.id, linked_at: server.iso() };
    await server.deps.db.insertInto('telegram_chats').values(chat).execute();
    const op = await write(employee, person);
    await setCount(employee, kind, limit);
    expect(await server.send(employee, op)).toMatchObject({ status: 429, code: 'daily_limit' });
    expect(await countOf(employee, kind)).toEqual([limit]);
    await setCount(employee, kind, limit - 1);
    expect(await server.send(employee, op)).toMatchObject({ status: 200 });
    expect(await countOf(employee, kind)).toEqual([limit]);
  });

  it('the tests of this file cover every kind of write with a daily limit', () => {
    // The daily limits of these kinds are tested together with their features.
    const elsewhere = new Set(['handovers', 'contact_matches', 'imports', 'login_links']);
    expect(new Set(kinds.map(([kind]) => kind))).toEqual(
      new Set(Object.keys(dailyLimits).filter((kind) => !elsewhere.has(kind))),
    );
  });

  it('stores only 300 of 800 comments pushed in a day, and rejects the other 500', async () => {
    const batches = Array.from({ length: 8 }, () => Array.from({ length: 100 }, () => server.comment('spam')));
    const statuses: number[] = [];
    for (const ops of batches) {
      const { results } = await server.push(anna, ops);
      statuses.push(...results.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(500);
    expect((await server.comments()).filter(({ text }) => text === 'spam')).toHaveLength(300);
  });

  it('counts pushed writes and documented calls together, and returns the time to wait', async () => {
    const max = await server.person();
    await setCount(max, 'comments', 299);
    await done(max, server.comment('the last one'));
    const reply = await server.call(max, 'POST', ADD_COMMENT, { text: 'one more' });
    expect(reply).toMatchObject({ status: 429, body: { code: 'daily_limit' }, headers: { 'retry-after': '57600' } });
  });

  it('accepts a write over the daily limit when it is repeated on the next day', async () => {
    const max = await server.person();
    await setCount(max, 'comments', 300);
    const op = server.comment('tomorrow');
    const key = { 'Idempotency-Key': uuidv7() };
    const call = () => server.call(max, 'POST', ADD_COMMENT, { text: 'also tomorrow' }, key);
    expect(await server.send(max, op)).toMatchObject({ status: 429 });
    expect(await call()).toMatchObject({ status: 429 });
    server.pass(16 * 3_600_000 - 1);
    expect(await server.send(max, op)).toMatchObject({ status: 429 });
    server.pass(1);
    expect(await server.send(max, op)).toMatchObject({ status: 200, replayed: false });
    expect(await call()).toMatchObject({ status: 201 });
    server.pass(-16 * 3_600_000);
  });

  it("counts each person's writes separately, and a repeated write once", async () => {
    const [max, nina] = [await server.person(), await server.person()];
    await setCount(max, 'comments', 300);
    const write = server.comment('mine');
    await done(nina, write);
    await done(nina, write);
    expect(await countOf(nina, 'comments')).toEqual([1]);
  });

  it('deletes daily counts after two days, but not on the next day', async () => {
    const max = await server.person();
    await setCount(max, 'comments', 5);
    server.pass(DAY_MS);
    await cleanUp(server.deps.db, new Date(server.now));
    expect(await countOf(max, 'comments')).toEqual([5]);
    server.pass(DAY_MS);
    await cleanUp(server.deps.db, new Date(server.now));
    expect(await countOf(max, 'comments')).toEqual([]);
    server.pass(-2 * DAY_MS);
  });
});

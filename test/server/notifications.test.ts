import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { Notification } from '../../contract/entities/notification.ts';
import { MAX_NOTIFICATIONS, NOTIFICATION_DAYS } from '../../contract/notification-limits.ts';
import { inScope } from '../../server/context.ts';
import { assignWaitingLeads } from '../../server/features/assignment/run.ts';
import { eraseAccount } from '../../server/features/accounts/deletion.ts';
import { addNotification } from '../../server/features/notifications/add.ts';
import { notifyDueTasks } from '../../server/features/notifications/due-tasks.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { LeadOps } from '../helpers/leads.ts';
import type { Person } from '../helpers/sync-server.ts';
import { openTicketWorld } from '../helpers/ticket-world.ts';

const world = await openTicketWorld();
const { server, mary, olga } = world;
const leads = new LeadOps(server);
afterAll(() => server.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns the notifications of a person, newest last. */
async function inboxOf(person: Person): Promise<Notification[]> {
  const { body } = await server.snapshot(person, { group: 'p1', limit: 1000 });
  const rows = body.rows.filter(({ c }) => c === 'notifications').map(({ row }) => Notification.parse(row));
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}

const newConsultant = () => server.consultant({ first_name: 'Carl', responsible_id: mary.id });
const read = (id: string) => server.op({ kind: 'notification.read', id, args: { at: server.iso() } });

describe('notifications of leads', () => {
  it('notifies both employees when a manager reassigns a lead', async () => {
    const [carl, nina] = [await newConsultant(), await newConsultant()];
    const id = await leads.of(carl);
    expect(await server.send(mary, leads.give(id, nina))).toMatchObject({ status: 200 });
    const about = { target_id: id, title: 'Ivan Petrov', by_name: 'Mary Person', read_at: null };
    expect(await inboxOf(nina)).toMatchObject([{ kind: 'lead_assigned', ...about }]);
    expect(await inboxOf(carl)).toMatchObject([{ kind: 'lead_withdrawn', ...about }]);
    expect((await inboxOf(mary)).map(({ target_id }) => target_id)).not.toContain(id);
  });

  it('notifies no employee of a lead that they take or give away themselves', async () => {
    const [carl, nina] = [await newConsultant(), await newConsultant()];
    const id = await leads.createWaiting();
    expect(await server.send(carl, leads.take(id))).toMatchObject({ status: 200 });
    expect(await server.send(carl, leads.give(id, nina))).toMatchObject({ status: 200 });
    expect(await inboxOf(carl)).toEqual([]);
    expect(await inboxOf(nina)).toMatchObject([{ kind: 'lead_assigned', by_name: 'Carl Person' }]);
  });

  it('notifies an employee of a lead that is assigned automatically', async () => {
    const carl = await server.consultant({ language: 'ru', work_times: null, daily_limit: 5 });
    const id = await leads.createWaiting({ language: 'ru' });
    for (let hour = 0; hour < 24 && (await inboxOf(carl)).length === 0; hour += 1) {
      await assignWaitingLeads(server.deps);
      server.pass(60 * MINUTE_MS);
    }
    expect(await inboxOf(carl)).toMatchObject([{ kind: 'lead_assigned', target_id: id, by_name: '' }]);
  });
});

describe('notifications of tickets', () => {
  it("notifies a ticket's author of an answer but not of an internal note, and the employee of a reply", async () => {
    const author = await server.person({ first_name: 'Nora' });
    const id = await world.createTakenTicket(olga, author);
    const before = await inboxOf(olga);
    await world.run(olga, id, 'note');
    expect(await inboxOf(author)).toEqual([]);
    await world.run(olga, id, 'answer');
    const about = { target_id: id, title: 'No sound' };
    expect(await inboxOf(author)).toMatchObject([{ kind: 'ticket_answered', ...about, by_name: 'Olga Person' }]);
    const args = { message_id: uuidv7(), body: 'Still silent', attachments: [], at: server.iso() };
    expect(await server.send(author, server.op({ kind: 'ticket.reply', id, args }))).toMatchObject({ status: 200 });
    const after = await inboxOf(olga);
    expect(after.slice(before.length)).toMatchObject([{ kind: 'ticket_replied', ...about, by_name: 'Nora Person' }]);
  });
});

describe('notifications of tasks', () => {
  it('notifies an employee of a task that a manager assigns', async () => {
    const carl = await newConsultant();
    const task = server.task({ title: 'Call Helga' });
    await server.send(mary, task);
    const args = { assignee_id: carl.id, at: server.iso() };
    await server.send(mary, server.op({ kind: 'task.reassign', id: task.id, args }));
    expect(await inboxOf(carl)).toMatchObject([
      { kind: 'task_assigned', target_id: task.id, title: 'Call Helga', by_name: 'Mary Person' },
    ]);
  });

  it('notifies an employee once that a planned task is due, and once that it is overdue', async () => {
    const carl = await newConsultant();
    const [task, started] = [server.task(), server.task()];
    await server.push(carl, [task, started]);
    const start = { slice_id: uuidv7(), at: server.iso() };
    await server.send(carl, server.op({ kind: 'task.start', id: started.id, args: start }));
    server.pass(59 * MINUTE_MS);
    await notifyDueTasks(server.deps);
    expect(await inboxOf(carl)).toEqual([]);
    server.pass(MINUTE_MS);
    await notifyDueTasks(server.deps);
    await notifyDueTasks(server.deps);
    expect(await inboxOf(carl)).toMatchObject([{ kind: 'task_due', target_id: task.id, by_name: '' }]);
    server.pass(60 * MINUTE_MS);
    await notifyDueTasks(server.deps);
    expect((await inboxOf(carl)).map(({ kind }) => kind)).toEqual(['task_due', 'task_overdue']);
  });

  it('sends no notification of a task that became due more than an hour ago', async () => {
    const carl = await newConsultant();
    await server.send(carl, server.task({ start_at: server.iso(MINUTE_MS), end_at: server.iso(5 * MINUTE_MS) }));
    server.pass(66 * MINUTE_MS);
    await notifyDueTasks(server.deps);
    expect(await inboxOf(carl)).toEqual([]);
  });
});

it('notifies the recipient of a handover', async () => {
  const [carl, nina] = [await newConsultant(), await newConsultant()];
  const ops = new ContactOps(server);
  const contact = await ops.createFor(nina);
  await server.recordLostAccess(carl, 'contacts', contact.id);
  const offer = { entity: 'contacts', entity_id: contact.id, kind: 'contact.edit', title: 'Note of Nina' };
  const op = ops.op('handover.offer', uuidv7(), { ...offer, args: { notes: 'x' }, at: server.iso() });
  expect(await server.send(carl, op)).toMatchObject({ status: 200 });
  expect(await inboxOf(nina)).toMatchObject([{ kind: 'handover_offered', target_id: op.id, title: 'Note of Nina' }]);
});

describe('reading notifications', () => {
  const addTo = (user: Person, more: { person_id?: string } = {}) =>
    inScope(server.deps, server.deps.scope, (context) =>
      addNotification(context, {
        ...{ user_id: user.id, kind: 'task_due', target_id: uuidv7(), title: 'Call Helga', by_id: null },
        ...{ person_id: null, ...more },
      }),
    );

  it('stores when a notification was first read', async () => {
    const carl = await newConsultant();
    await addTo(carl);
    const [notification] = await inboxOf(carl);
    const at = server.iso();
    expect(await server.send(carl, read(notification!.id))).toMatchObject({ status: 200, row: { read_at: at } });
    server.pass(MINUTE_MS);
    expect(await server.send(carl, read(notification!.id))).toMatchObject({ status: 200, row: { read_at: at } });
    expect(await inboxOf(carl)).toMatchObject([{ read_at: at }]);
  });

  it("responds to another user's notification as to a missing one", async () => {
    const carl = await newConsultant();
    await addTo(carl);
    const [notification] = await inboxOf(carl);
    const answers = [await server.send(olga, read(notification!.id)), await server.send(olga, read(uuidv7()))];
    for (const answer of answers) expect(answer).toMatchObject({ code: 'not_found' });
    expect(await inboxOf(carl)).toMatchObject([{ read_at: null }]);
  });

  it('keeps notifications for 30 days, but only the newest 200 of a user', async () => {
    const carl = await newConsultant();
    await addTo(carl);
    server.pass(NOTIFICATION_DAYS * DAY_MS);
    await cleanUp(server.deps.db, server.deps.clock());
    expect(await inboxOf(carl)).toHaveLength(1);
    for (let count = 0; count < MAX_NOTIFICATIONS; count += 1) await addTo(carl);
    const [oldest, ...newest] = (await inboxOf(carl)).map(({ id }) => id);
    const cursors = (await server.changes(carl, { p1: 0 })).cursors;
    await cleanUp(server.deps.db, server.deps.clock());
    expect((await inboxOf(carl)).map(({ id }) => id)).toEqual(newest);
    const { changes } = await server.changes(carl, cursors as { p1: number });
    expect(changes).toContainEqual(expect.objectContaining({ c: 'notifications', op: 'del', id: oldest }));
    server.pass(NOTIFICATION_DAYS * DAY_MS + 1);
    await cleanUp(server.deps.db, server.deps.clock());
    expect(await inboxOf(carl)).toEqual([]);
  });

  it('removes notifications about an erased person from other users', async () => {
    const carl = await newConsultant();
    const helga = await server.person({ first_name: 'Helga' });
    await addTo(carl, { person_id: helga.id });
    await addTo(carl);
    await server.deps.db
      .updateTable('users')
      .set({ delete_at: server.iso(-1) })
      .where('id', '=', helga.id)
      .execute();
    await eraseAccount(server.deps, helga.id);
    expect(await inboxOf(carl)).toHaveLength(1);
    const stored = server.deps.db.selectFrom('notifications').select('title').where('person_id', '=', helga.id);
    expect(await stored.executeTakeFirst()).toEqual({ title: '' });
  });
});

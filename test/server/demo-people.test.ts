import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextDonationAt } from '../../contract/states/recurring-donation.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { readLedgerMonths } from '../../server/features/accounting/ledger.ts';
import { findProblems } from '../../server/features/accounting/problems.ts';
import { demoContentDir, seedDemo } from '../../server/demo/seed.ts';
import { demoEmployees, doneTasks } from '../../server/demo/work.ts';
import type { Db } from '../../server/db/tables.ts';
import { openTestDatabase } from '../helpers/server.ts';
import { recountTeams, storedTeams } from '../helpers/team-counts.ts';

const [scope, now] = [uuidv7(), new Date()];
let db: Db;

// The tests only read, so they share one seeded scope.
beforeAll(async () => {
  db = (await openTestDatabase()).db;
  const options = { scope, now, content_dir: demoContentDir(), hash: () => Promise.resolve('x') };
  await inTransaction(db, (tx) => seedDemo(tx, options));
});

it('seeds waiting leads in three languages, and people assigned to the demo consultants', async () => {
  const people = await db.selectFrom('users').selectAll().where('scope', '=', scope).execute();
  const waiting = people.filter(({ status }) => status === 'waiting');
  expect(waiting.length).toBeGreaterThanOrEqual(6);
  expect(new Set(waiting.map(({ language }) => language)).size).toBe(3);
  expect(waiting.every(({ waiting_since, responsible_id }) => waiting_since !== null && responsible_id === null)).toBe(
    true,
  );
  const assignedPeople = people.filter(({ is_staff, responsible_id }) => !is_staff && responsible_id !== null);
  expect(assignedPeople.length).toBeGreaterThanOrEqual(8);
  const tags = await db.selectFrom('tags').select('name').where('scope', '=', scope).execute();
  const tagNames = new Set(tags.map(({ name }) => name));
  expect(assignedPeople.flatMap((person) => person.tags).filter((tag) => !tagNames.has(tag))).toEqual([]);
  expect(assignedPeople.some((person) => person.tags.length > 0)).toBe(true);
  const events = await db.selectFrom('person_events').selectAll().where('scope', '=', scope).execute();
  expect(new Set(events.map(({ person_id }) => person_id)).size).toBe(waiting.length + assignedPeople.length);

  // The lists show these dates next to each other: each person registered at a different time, and before all other
  // events of that person.
  const registered = new Map(people.map(({ id, created_at }) => [id, created_at]));
  expect(new Set(registered.values()).size).toBe(people.length);
  const added = events.filter(({ kind }) => kind === 'created');
  expect(added.map(({ at, person_id }) => Math.abs(Date.parse(at) - Date.parse(registered.get(person_id)!)))).toEqual(
    added.map(() => expect.toSatisfy((apart: number) => apart < 60_000)),
  );
  const later = events.filter(({ kind }) => kind !== 'created');
  expect(later.filter(({ at, person_id }) => at <= registered.get(person_id)!)).toEqual([]);
  const calls = await db.selectFrom('interactions').selectAll().where('scope', '=', scope).execute();
  const contacts = await db.selectFrom('contacts').selectAll().where('scope', '=', scope).execute();
  const since = new Map(contacts.map(({ id, created_at }) => [id, created_at]));
  expect(calls.filter(({ at, contact_id }) => at <= since.get(contact_id ?? '')!)).toEqual([]);
});

it('seeds a team below the demo learner in which nobody joined before the person who invited them', async () => {
  const people = await db.selectFrom('users').selectAll().where('scope', '=', scope).execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  const anna = people.find(({ email }) => email === 'learner@example.org')!;
  const month = now.toISOString().slice(0, 7);
  const counts = await recountTeams(db, scope, month);
  expect(await storedTeams(db, scope, month)).toEqual(counts);
  expect(counts[anna.id]!.people).toBeGreaterThan(60);
  const invited = people.filter(({ referrer_id }) => referrer_id !== null);
  expect(invited.filter(({ referrer_id, created_at }) => created_at <= byId.get(referrer_id!)!.created_at)).toEqual([]);
  const [removed] = invited.filter(({ deleted_at }) => deleted_at !== null);
  expect(counts[removed!.id]!.people).toBeGreaterThan(0);
});

it('the nightly check finds no problems in the accounts of the demo', async () => {
  expect(await findProblems(db, scope, now)).toEqual({ problems: [], count: 0 });
  expect((await readLedgerMonths({ tx: db, scope })).length).toBeGreaterThan(0);
  // Each past date of the recurring donation has a paid donation. The first of these donations has the same id as the
  // recurring donation.
  const recurring = await db.selectFrom('recurring_donations').selectAll().where('scope', '=', scope).execute();
  const paid = await db
    .selectFrom('donations')
    .selectAll()
    .where('scope', '=', scope)
    .where('method', '=', 'card')
    .execute();
  const [first, second, ...others] = paid.toSorted((a, b) => a.paid_at.localeCompare(b.paid_at));
  expect(recurring).toMatchObject([{ id: first?.id, started_at: first?.paid_at }]);
  expect([first?.recurring_id, second?.recurring_id, others]).toEqual([first?.id, first?.id, []]);
  expect(second?.due_at).toBe(nextDonationAt(recurring[0]!, first!.paid_at));
  expect(recurring[0]?.next_at).toBe(nextDonationAt(recurring[0]!, second!.paid_at));
});

it('seeds completed work of the last weeks with people who had registered before', async () => {
  const rows = await db.selectFrom('tasks').selectAll().where('scope', '=', scope).orderBy('closed_at').execute();
  const done = rows.filter(({ state }) => state === 'completed');
  const people = await db.selectFrom('users').selectAll().where('scope', '=', scope).execute();
  const registered = new Map(people.map(({ id, created_at }) => [id, created_at]));
  const calls = await db.selectFrom('interactions').selectAll().where('scope', '=', scope).execute();
  const callsByTask = new Map(calls.map((call) => [call.task_id, call]));
  const consultants = people.filter(({ email }) => email?.startsWith('consultant'));
  for (const { id } of consultants) {
    const own = done.filter(({ assignee_id }) => assignee_id === id);
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString();
    for (const since of [days(1), days(7), days(30)])
      expect(own.some(({ closed_at }) => closed_at! > since)).toBe(true);
    expect(own.some(({ source }) => source === 'lead_auto')).toBe(true);
  }
  expect(done.filter(({ created_at, linked_user_id: id }) => id && created_at <= registered.get(id)!)).toEqual([]);
  for (const { id, type, start_at, linked_user_id: user_id } of done)
    expect(callsByTask.get(id)).toEqual(
      type === 'call' ? expect.objectContaining({ at: start_at, user_id }) : undefined,
    );
});

it.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'seeds no two tasks of an employee at the same time, and none that ends later than now, at %i:20',
  (hour) => {
    for (const employee of demoEmployees) {
      const tasks = doneTasks(employee, new Date(Date.UTC(2026, 10, 27, hour, 20)));
      const times = tasks.map(({ minutes_ago, length_min }) => [-minutes_ago, length_min - minutes_ago] as const);
      const sorted = times.toSorted(([a], [b]) => a - b);
      expect(sorted.filter(([, end], index) => end > (sorted[index + 1]?.[0] ?? 0))).toEqual([]);
      expect(tasks.length).toBeGreaterThan(30);
    }
  },
);

describe('the latest work of the demo', () => {
  // In November, the day begins at 23:00 UTC for the manager and the first consultant in Berlin, and at 19:00 UTC for
  // the second consultant in Almaty.
  const timesAt = (hour: number, minute: number) =>
    demoEmployees.map((employee) =>
      doneTasks(employee, new Date(Date.UTC(2026, 10, 26, hour, minute, 59)))
        .filter(({ minutes_ago }) => minutes_ago < 300)
        .map(({ minutes_ago, length_min }) => [minutes_ago, length_min]),
    );
  const fullDay = [
    [
      [260, 55],
      [190, 6],
      [100, 21],
    ],
    [
      [240, 50],
      [75, 5],
      [130, 18],
    ],
  ];
  const short = [
    [
      [10, 2],
      [7, 1],
      [3, 1],
    ],
    [
      [10, 2],
      [3, 1],
      [5, 1],
    ],
  ];

  it("shifts the demo's latest tasks into today from ten minutes after midnight, and shortens them", () => {
    expect(timesAt(19, 9)).toEqual(fullDay);
    expect(timesAt(19, 10)).toEqual([fullDay[0], short[1]]);
    expect(timesAt(23, 9)).toEqual(fullDay);
    expect(timesAt(23, 10)).toEqual(short);
  });

  it("gives the demo's latest tasks their normal duration once the day is long enough", () => {
    const midnight = 23 * 60;
    expect(timesAt(0, midnight + 130)[0]).toEqual([
      [130, 27],
      [95, 3],
      [50, 10],
    ]);
    expect(timesAt(0, midnight + 239)).not.toContainEqual(fullDay[1]);
    expect(timesAt(0, midnight + 240)[1]).toEqual(fullDay[1]);
    expect(timesAt(0, midnight + 259)).not.toContainEqual(fullDay[0]);
    expect(timesAt(0, midnight + 260)).toEqual(fullDay);
  });
});

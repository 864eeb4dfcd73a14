import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import type { Db } from '../../server/db/tables.ts';
import { contactFields } from '../helpers/contact-makers.ts';
import { roles } from '../helpers/server.ts';
import type { SyncServer } from '../helpers/sync-server.ts';

// Fills a PostgreSQL database with the records of an organisation of any size. Each employee and each learner has the
// same number of records in all sizes, so that their requests have the same answers.

export const PEOPLE_PER_CONSULTANT = 1_000;
export const CONSULTANTS_PER_MANAGER = 10;
const CONTACTS_PER_PERSON = 5;
const COMMENTS_PER_PERSON = 16;
const TASKS_PER_PERSON = 4;
/** One of so many tasks is not completed. */
const OPEN_TASK_EVERY = 100;
/** People who wait for an employee. */
const WAITING = 500;
const LESSONS = 100;

type Table = 'users' | 'contacts' | 'comments' | 'tasks';
export const largeTables: readonly Table[] = ['users', 'contacts', 'comments', 'tasks'];

const kinds = { manager: 1, consultant: 2, person: 3, contact: 4, comment: 5, task: 6 } as const;
type Kind = keyof typeof kinds;

/** Returns the id of the record of a kind with the given number. */
export const largeId = (kind: Kind, number: number): string =>
  `018f0000-0000-700${kinds[kind]}-8000-${number.toString(16).padStart(12, '0')}`;

/** Returns the SQL expression of an id whose number is an SQL expression. */
const idOf = (kind: Kind, number: string): RawBuilder<string> =>
  sql`${sql.lit(`018f0000-0000-700${kinds[kind]}-8000-`)} || lpad(to_hex(${sql.raw(number)}), 12, '0')`;

const pick = (values: readonly string[], index: string): RawBuilder<string> =>
  sql`(array[${sql.join(values.map((value) => sql.lit(value)))}])[1 + (${sql.raw(index)}) % ${sql.lit(values.length)}]`;

const firstNames = ['Anna', 'Boris', 'Grace', 'Timur', 'Lena', 'Max', 'Olga', 'Ivan'];
const lastNames = ['Petrova', 'Weber', 'Nazarov', 'Becker', 'Smith', 'Lang', 'Garcia'];
const names = {
  first_name: pick(firstNames, 'n * 5'),
  last_name: sql<string>`${pick(lastNames, 'n * 3')} || ' ' || n`,
  digits: sql<string>`'49155' || lpad(n::text, 9, '0')`,
};

interface Copied {
  table: Table;
  /** The record whose other columns are copied. */
  id: string;
  count: number;
  /** Values of columns, as SQL expressions over `n`, which counts from 1. */
  columns: Record<string, RawBuilder<unknown>>;
}

/** Copies a record many times. The copies have the revs 1, 2, 3, and so on. */
async function copyRecord(db: Db, scope: string, { table, id, count, columns }: Copied): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db);
  const changed: Record<string, RawBuilder<unknown>> = { rev: sql`n`, ...columns };
  const values = rows.map(({ name }) => changed[name] ?? sql.ref(`o.${name}`));
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from generate_series(1, ${sql.lit(count)}::bigint) n
    cross join (select * from ${sql.table(table)} where scope = ${scope} and id = ${id}) o`.execute(db);
}

/**
 * Drops the indexes of the large tables, except those of primary keys, while `fill` runs. Creating an index for all
 * rows at once takes a fraction of the time.
 */
async function withoutIndexes(db: Db, fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition
    from pg_indexes where schemaname = current_schema() and tablename in (${sql.join(largeTables)})
    and indexname not like '%_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await fill();
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    for (const { definition } of rows) await connection.executeQuery(CompiledQuery.raw(definition));
    await sql`reset maintenance_work_mem`.execute(connection);
  });
}

interface Templates {
  consultant: string;
  person: string;
  contact: string;
  comment: string;
  task: string;
  lessons: readonly string[];
}

/** Creates one record of each kind with the product's own writes. */
async function createTemplates(sync: SyncServer, time_zone: string): Promise<Templates> {
  const consultant = await sync.consultant({ time_zone });
  const person = await sync.person({ time_zone, responsible_id: consultant.id, country: 'DE', city: 'Berlin' });
  const contact = sync.op({ kind: 'contact.create', id: uuidv7(), args: contactFields() });
  const comment = sync.comment('A comment of usual length, about one line');
  const task = sync.task({});
  for (const [who, op] of [
    [person, contact],
    [person, comment],
    [consultant, task],
  ] as const) {
    const { status } = await sync.send(who, op);
    if (status >= 300) throw new Error(`${op.kind} was refused`);
  }
  const category = await sync.category();
  const lessons: string[] = [];
  for (let position = 1; position <= LESSONS; position += 1) lessons.push(await sync.lesson(category, { position }));
  return {
    consultant: consultant.id,
    person: person.id,
    contact: contact.id,
    comment: comment.id,
    task: task.id,
    lessons,
  };
}

/** Returns the SQL expression of a time in the last year, which depends on `n`. */
const during = (now: string): RawBuilder<string> =>
  sql`(${sql.lit(now)}::timestamptz - (n * 7919 % 364) * interval '24 hours' - interval '6 hours'
    + (n * 104729 % 20000) * interval '1 second')`;

const isoText = (time: RawBuilder<unknown>) =>
  sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function peopleOf({ consultant, person }: Templates, people: number, now: string): Copied[] {
  const consultants = people / PEOPLE_PER_CONSULTANT;
  const plain = { email: sql`null`, phone: sql`null`, search: sql`''` };
  const isWaiting = sql`n > ${sql.lit(people - WAITING)}`;
  return [
    {
      ...{ table: 'users', id: consultant, count: Math.max(consultants / CONSULTANTS_PER_MANAGER, 1) },
      columns: { ...plain, id: idOf('manager', 'n'), last_name: sql`'Manager ' || n`, is_manager: sql`true` },
    },
    {
      ...{ table: 'users', id: consultant, count: consultants },
      columns: {
        ...{ ...plain, id: idOf('consultant', 'n'), last_name: sql`'Consultant ' || n` },
        responsible_id: idOf('manager', `1 + (n - 1) / ${CONSULTANTS_PER_MANAGER}`),
      },
    },
    {
      ...{ table: 'users', id: person, count: people },
      columns: {
        ...{ ...plain, id: idOf('person', 'n'), first_name: names.first_name, last_name: names.last_name },
        phone: sql`'+' || ${names.digits}`,
        search: sql`lower(${names.first_name}) || ' berlin' || ${'\n'} || lower(${names.last_name}) || ${'\n '}
          || ${names.digits} || ' '`,
        country: pick(['DE', 'AT', 'KZ', 'UA', 'CH', 'PL', 'US', 'FR', 'IT'], 'n'),
        created_at: during(now),
        status: sql`case when ${isWaiting} then 'waiting' else 'active' end`,
        responsible_id: sql`case when not ${isWaiting} then ${idOf('consultant', `1 + (n - 1) % ${consultants}`)} end`,
      },
    },
  ];
}

function recordsOf({ contact, comment, task, lessons }: Templates, people: number, now: string): Copied[] {
  const consultants = people / PEOPLE_PER_CONSULTANT;
  const lesson = pick(lessons, 'n');
  const end = sql`${during(now)} + interval '20 minutes'`;
  const isOpen = sql`n % ${sql.lit(OPEN_TASK_EVERY)} = 0`;
  return [
    {
      ...{ table: 'contacts', id: contact, count: people * CONTACTS_PER_PERSON },
      columns: {
        ...{ id: idOf('contact', 'n'), owner_id: idOf('person', `1 + (n - 1) % ${people}`) },
        ...{ first_name: names.first_name, last_name: names.last_name, middle_name: sql`''` },
        ...{ emails: sql`'[]'::jsonb`, telegram: sql`null`, city: sql`''` },
        phones: sql`jsonb_build_array(jsonb_build_object('number', '+' || ${names.digits}, 'label', ''))`,
        search: sql`lower(${names.first_name} || ' ' || ${names.last_name}) || ${'\n\n '} || ${names.digits} || ' '`,
      },
    },
    {
      ...{ table: 'comments', id: comment, count: people * COMMENTS_PER_PERSON },
      columns: {
        ...{ id: idOf('comment', 'n'), author_id: idOf('person', `1 + (n - 1) % ${people}`) },
        ...{ lesson_id: lesson, thread: lesson, created_at: during(now) },
      },
    },
    {
      ...{ table: 'tasks', id: task, count: people * TASKS_PER_PERSON },
      columns: {
        id: idOf('task', 'n'),
        assignee_id: idOf('consultant', `1 + (n - 1) % ${consultants}`),
        linked_user_id: idOf('person', `1 + (n - 1) % ${people}`),
        state: sql`case when ${isOpen} then 'planned' else 'completed' end`,
        closed_at: sql`case when not ${isOpen} then ${end} end`,
        ...{ start_at: during(now), end_at: end },
        slices: sql`case when ${isOpen} then '[]' else jsonb_build_array(jsonb_build_object('id', ${idOf('task', 'n')},
          'from', ${isoText(during(now))}, 'to', ${isoText(end)}, 'device_id', ${largeId('consultant', 1)}::text, 'estimated', false,
          'needs_review', false)) end`,
      },
    },
  ];
}

/** Throws an error if the search texts made by SQL differ from those that the product writes. */
async function checkSearchTexts(db: Db, scope: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', largeId('person', 1))
    .executeTakeFirstOrThrow();
  const contact = await db
    .selectFrom('contacts')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', largeId('contact', 1))
    .executeTakeFirstOrThrow();
  if (person.search !== personSearchText(person) || contact.search !== contactSearchText(contact))
    throw new Error(`the search texts differ from those of the product: ${JSON.stringify([person, contact])}`);
}

/**
 * Fills a new database with an organisation of so many people, a multiple of 10,000: for each one, five contacts, 16
 * comments and four tasks.
 */
export async function fillLarge(sync: SyncServer, people: number, time_zone: string): Promise<void> {
  const { db, scope } = sync.deps;
  const templates = await createTemplates(sync, time_zone);
  const now = sync.iso();
  await withoutIndexes(db, async () => {
    for (const copied of [...peopleOf(templates, people, now), ...recordsOf(templates, people, now)])
      await copyRecord(db, scope, copied);
  });
  await checkSearchTexts(db, scope);
  await db
    .updateTable('sync_counter')
    .set({ rev: people * COMMENTS_PER_PERSON + 1 })
    .where('scope', '=', scope)
    .execute();
  await sync.plain.user({ ...roles.admin, first_name: 'Ada', email: 'ada@example.org', time_zone });
  await sql`vacuum analyze`.execute(db);
}

import { CompiledQuery, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import type { Db } from '../../server/db/tables.ts';
import { contactFields } from '../helpers/contact-makers.ts';
import { roles } from '../helpers/server.ts';
import type { SyncServer } from '../helpers/sync-server.ts';
import {
  copyId,
  copyIdSql,
  copyRecord,
  timeInLastYear,
  isoText,
  pick,
  type CopiedRecord,
  type CopiedTable,
} from './copied-records.ts';

// Fills a PostgreSQL database with the records of an organisation of any size. The number of records of one employee or
// learner does not depend on the size, so that the same requests return the same amount of data.

export const PEOPLE_PER_CONSULTANT = 1_000;
export const CONSULTANTS_PER_MANAGER = 10;
const CONTACTS_PER_PERSON = 5;
const COMMENTS_PER_PERSON = 16;
const TASKS_PER_PERSON = 4;
/** One in this many tasks of an employee is not completed. */
const OPEN_TASK_EVERY = 100;
/** Number of people to whom no employee is assigned yet. */
const WAITING_PEOPLE = 500;
const LESSONS = 100;

export const largeTables: readonly CopiedTable[] = ['users', 'contacts', 'comments', 'tasks'];

const firstNames = ['Anna', 'Boris', 'Grace', 'Timur', 'Lena', 'Max', 'Olga', 'Ivan'];
const lastNames = ['Petrova', 'Weber', 'Nazarov', 'Becker', 'Smith', 'Lang', 'Garcia'];
const names = {
  first_name: pick(firstNames, 'n * 5'),
  last_name: sql<string>`${pick(lastNames, 'n * 3')} || ' ' || n`,
  digits: sql<string>`'49155' || lpad(n::text, 9, '0')`,
};

/**
 * Drops the indexes of the large tables, except those of primary keys, while `fill` runs. Creating an index for all
 * rows at once takes a fraction of the time that updating it row by row takes.
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

function peopleOf({ consultant, person }: Templates, people: number, now: string): CopiedRecord[] {
  const consultants = people / PEOPLE_PER_CONSULTANT;
  const withoutContactData = { email: sql`null`, phone: sql`null`, search: sql`''` };
  const isWaiting = sql`n > ${sql.lit(people - WAITING_PEOPLE)}`;
  return [
    {
      ...{ table: 'users', id: consultant, count: Math.max(consultants / CONSULTANTS_PER_MANAGER, 1) },
      columns: {
        ...withoutContactData,
        id: copyIdSql('manager', 'n'),
        last_name: sql`'Manager ' || n`,
        is_manager: sql`true`,
      },
    },
    {
      ...{ table: 'users', id: consultant, count: consultants },
      columns: {
        ...{ ...withoutContactData, id: copyIdSql('consultant', 'n'), last_name: sql`'Consultant ' || n` },
        responsible_id: copyIdSql('manager', `1 + (n - 1) / ${CONSULTANTS_PER_MANAGER}`),
      },
    },
    {
      ...{ table: 'users', id: person, count: people },
      columns: {
        ...{
          ...withoutContactData,
          id: copyIdSql('person', 'n'),
          first_name: names.first_name,
          last_name: names.last_name,
        },
        phone: sql`'+' || ${names.digits}`,
        search: sql`lower(${names.first_name}) || ' berlin' || ${'\n'} || lower(${names.last_name}) || ${'\n '}
          || ${names.digits} || ' '`,
        country: pick(['DE', 'AT', 'KZ', 'UA', 'CH', 'PL', 'US', 'FR', 'IT'], 'n'),
        created_at: timeInLastYear(now, people),
        status: sql`case when ${isWaiting} then 'waiting' else 'active' end`,
        responsible_id: sql`case when not ${isWaiting} then ${copyIdSql('consultant', `1 + (n - 1) % ${consultants}`)} end`,
      },
    },
  ];
}

function recordsOf({ contact, comment, task, lessons }: Templates, people: number, now: string): CopiedRecord[] {
  const consultants = people / PEOPLE_PER_CONSULTANT;
  const lesson = pick(lessons, 'n');
  const [comments, tasks] = [people * COMMENTS_PER_PERSON, people * TASKS_PER_PERSON];
  const start = timeInLastYear(now, tasks);
  const end = sql`${start} + interval '20 minutes'`;
  const isOpen = sql`(n - 1) / ${sql.lit(consultants)} % ${sql.lit(OPEN_TASK_EVERY)} = 0`;
  return [
    {
      ...{ table: 'contacts', id: contact, count: people * CONTACTS_PER_PERSON },
      columns: {
        ...{ id: copyIdSql('contact', 'n'), owner_id: copyIdSql('person', `1 + (n - 1) % ${people}`) },
        ...{ first_name: names.first_name, last_name: names.last_name, middle_name: sql`''` },
        ...{ emails: sql`'[]'::jsonb`, telegram: sql`null`, city: sql`''` },
        phones: sql`jsonb_build_array(jsonb_build_object('number', '+' || ${names.digits}, 'label', ''))`,
        search: sql`lower(${names.first_name} || ' ' || ${names.last_name}) || ${'\n\n '} || ${names.digits} || ' '`,
      },
    },
    {
      ...{ table: 'comments', id: comment, count: comments },
      columns: {
        ...{ id: copyIdSql('comment', 'n'), author_id: copyIdSql('person', `1 + (n - 1) % ${people}`) },
        ...{ lesson_id: lesson, thread: lesson, created_at: timeInLastYear(now, comments) },
      },
    },
    {
      ...{ table: 'tasks', id: task, count: tasks },
      columns: {
        id: copyIdSql('task', 'n'),
        assignee_id: copyIdSql('consultant', `1 + (n - 1) % ${consultants}`),
        linked_user_id: copyIdSql('person', `1 + (n - 1) % ${people}`),
        state: sql`case when ${isOpen} then 'planned' else 'completed' end`,
        closed_at: sql`case when not ${isOpen} then ${end} end`,
        ...{ start_at: start, end_at: end },
        slices: sql`case when ${isOpen} then '[]' else jsonb_build_array(jsonb_build_object('id', ${copyIdSql('task', 'n')},
          'from', ${isoText(start)}, 'to', ${isoText(end)}, 'device_id', ${copyId('consultant', 1)}::text, 'estimated', false,
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
    .where('id', '=', copyId('person', 1))
    .executeTakeFirstOrThrow();
  const contact = await db
    .selectFrom('contacts')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', copyId('contact', 1))
    .executeTakeFirstOrThrow();
  if (person.search !== personSearchText(person) || contact.search !== contactSearchText(contact))
    throw new Error(`the search texts differ from those of the product: ${JSON.stringify([person, contact])}`);
}

/**
 * Fills a new database with an organisation of this many people, a multiple of 10,000. Each person has five contacts,
 * 16 comments and four tasks.
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

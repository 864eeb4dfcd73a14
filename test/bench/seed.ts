import { CompiledQuery } from 'kysely';
import { openDatabase } from '../../server/db/open.ts';
import { fillSearchTexts } from '../../server/db/search-text.ts';
import { updateTableStatistics } from '../../server/db/table-statistics.ts';
import type { Db, Tx } from '../../server/db/tables.ts';

export const CONTACTS = 50_000;

const firstNames = [
  'Anna',
  'Борис',
  'Jürgen',
  'Алёна',
  'Grace',
  'Timur',
  'Zoë',
  'Пётр',
  'Lena',
  'Max',
  'Ольга',
  'Ivan',
];
const lastNames = [
  'Petrova',
  'Weiß',
  'Соколов',
  'Müller',
  'Nazarov',
  'Ёлкина',
  'Becker',
  'Smith',
  'Иванова',
  'García',
  'Lang',
];

const prefixes = ['+49151', '+49176', '+7701', '+4366', '+1202', '+49160', '+38067'];
const emailLocalParts = [
  'anna.p',
  'boris',
  'juergen',
  'alena',
  'g.smith',
  'timur.n',
  'zoe',
  'peter',
  'lena',
  'max',
  'olga.s',
];
const emailDomains = ['@example.org', '@mail.example.com', '@post.example.net'];

const list = (names: readonly string[]): string => `array[${names.map((name) => `'${name}'`).join(',')}]`;
const of = (names: readonly string[], step: number): string => `(${list(names)})[1 + (n * ${step}) % ${names.length}]`;

type Query = readonly [text: string, values: readonly unknown[]];

/** Inserts rows into the database in a folder, and adds the columns that the product's writes compute. */
async function insert(folder: string, queries: readonly Query[]): Promise<void> {
  const { db, close } = await openDatabase({ dataDir: folder });
  await db.transaction().execute(async (tx: Tx) => {
    for (const [text, values] of queries) await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    await tx.executeQuery(CompiledQuery.raw('update sync_counter set rev = rev + 1'));
    await fillSearchTexts(tx);
  });
  // The server does the same half a minute after its start.
  await updateTableStatistics(db);
  await close();
}

/** SQL that creates $2 contacts of the person $1, numbered from $3, as if they had been written one by one. */
const contactsSql = (person: string) =>
  `insert into contacts (scope, id, owner_id, first_name, last_name, phones, emails, city, status, notes, rev,
       created_at, updated_at)
     select u.scope, '01900000-0000-7' || lpad(to_hex(n % 4096), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'), u.id,
       ${of(firstNames, 7)}, ${of(lastNames, 5)} || ' ' || n,
       jsonb_build_array(jsonb_build_object('number', ${of(prefixes, 3)} || lpad((n * 7919 % 10000000)::text, 7, '0'), 'label', '')),
       case when n % 5 < 3 then jsonb_build_array(${of(emailLocalParts, 7)} || n || ${of(emailDomains, 1)}) else '[]' end, 'Berlin', 'new', 'Met at the open evening number ' || n,
       c.rev + 1, now(), now()
     from users u join sync_counter c on c.scope = u.scope, generate_series($3::int, $3::int + $2::int - 1) as n
     where ${person} = $1`;

/** Creates one person's contacts, numbered from `first`, in the folder of a server that is not running. */
export async function seedContacts(folder: string, email: string, count = CONTACTS, first = 1): Promise<void> {
  await insert(folder, [[contactsSql('u.email'), [email, count, first]]]);
}

/** Creates one person's contacts in an open database. */
export async function insertContacts(db: Db, user_id: string): Promise<void> {
  await db
    .insertInto('sync_counter')
    .columns(['scope', 'rev'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['scope', eb.lit(1).as('rev')])
        .where('id', '=', user_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.executeQuery(CompiledQuery.raw(contactsSql('u.id'), [user_id, CONTACTS, 1]));
  await db.executeQuery(CompiledQuery.raw('update sync_counter set rev = rev + 1'));
  await updateTableStatistics(db);
}

export const PEOPLE = 20_000;
export const TASKS = 5_000;

/** Assigns people, and half a year of tasks, to one employee, in the folder of a server that is not running. */
export async function seedWork(folder: string, email: string): Promise<void> {
  const id = (kind: string, n: string): string => `'01900000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0')`;
  await insert(folder, [
    [
      `insert into users (scope, id, first_name, last_name, phone, language, city, status, responsible_id, rev, created_at,
       updated_at)
     select u.scope, ${id('1', 'n')}, ${of(firstNames, 7)}, ${of(lastNames, 5)} || ' ' || n,
       '+49155' || lpad(n::text, 8, '0'), 'en', 'Berlin', 'active', u.id, c.rev + 1, now(), now()
     from users u join sync_counter c on c.scope = u.scope, generate_series(1, $2::int) as n where u.email = $1`,
      [email, PEOPLE],
    ],
    [
      `insert into tasks (scope, id, assignee_id, author_id, type, title, start_at, end_at, linked_user_id, state, rev,
       created_at, updated_at)
     select u.scope, ${id('2', 'n')}, u.id, u.id, 'call', 'Call ' || n, t.at, t.at + interval '15 minutes',
       ${id('1', 'n')}, 'planned', c.rev + 1, now(), now()
     from users u join sync_counter c on c.scope = u.scope, generate_series(1, $2::int) as n,
       lateral (select date_trunc('minute', now()) + (n - $2 / 6) * interval '50 minutes' as at) as t
     where u.email = $1`,
      [email, TASKS],
    ],
  ]);
}

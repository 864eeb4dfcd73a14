import { fillSearchTexts } from '../db/search-text.ts';
import { uuidv7 } from 'uuidv7';
import { COMMUNITY } from '../../contract/values.ts';
import { readContent } from '../content/read.ts';
import { writeContent } from '../content/write.ts';
import { formatIssue } from '../content/import-issue.ts';
import type { Insertable } from 'kysely';
import type { Tx, UsersTable } from '../db/tables.ts';
import { seedContacts } from './contacts.ts';
import { seedDonations } from './donations.ts';
import { seedFlows } from './flows.ts';
import { seedLeads } from './leads.ts';
import { seedPartners } from './partners.ts';
import { seedTeam } from './team.ts';
import { seedTickets } from './tickets.ts';
import { seedSubscriptions } from './subscriptions.ts';
import { seedWork } from './work.ts';
import { DEMO_PASSWORD, demoAccounts, demoComments, demoPeople, demoTasks } from './people.ts';

export interface SeedOptions {
  scope: string;
  now: Date;
  /** Folder of the demo lessons, news and events. */
  content_dir: string;
  hash: (password: string) => Promise<string>;
}

type Account = Insertable<UsersTable>;

const MIN_MS = 60_000;

/** Returns the folder of the demo content. */
export const demoContentDir = (root: string = process.cwd()): string => `${root}/server/demo/content`;

function userRow(person: Partial<Account>, scope: string, at: string): Account {
  return {
    id: uuidv7(),
    scope,
    rev: 1,
    field_revs: '{}',
    email: null,
    phone: null,
    password_hash: null,
    token_version: 1,
    first_name: '',
    last_name: '',
    middle_name: null,
    avatar_sha256: null,
    language: 'en',
    theme: 'system',
    text_size: 'm',
    country: null,
    city: null,
    time_zone: 'Europe/Berlin',
    date_birth: null,
    telegram: null,
    promo_code: null,
    referrer_id: null,
    responsible_id: null,
    status: 'active',
    subscribed_until: null,
    is_superuser: false,
    is_staff: false,
    is_manager: false,
    is_active: true,
    is_blocked: false,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    deleted_by: null,
    ...person,
  };
}

const DAY_MIN = 24 * 60;

/**
 * Returns the time at which a demo account registered: long before the seeding, and a different time for each account.
 */
const registeredAt = (now: Date, days: number, index: number): string =>
  new Date(now.getTime() - (days * DAY_MIN + ((index * 137) % DAY_MIN)) * MIN_MS).toISOString();

async function insertUser(tx: Tx, row: Account): Promise<void> {
  await tx.insertInto('users').values(row).execute();
}

async function seedUsers(tx: Tx, { scope, now, hash }: SeedOptions): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const password_hash = await hash(DEMO_PASSWORD);
  // Create the ids of all accounts first, because any account may be responsible for any other account.
  for (const { email } of demoAccounts) ids.set(email, uuidv7());
  for (const [index, { responsible, ...account }] of demoAccounts.entries()) {
    const at = registeredAt(now, 150 + 43 * index, index);
    const links = { id: ids.get(account.email) ?? '', responsible_id: ids.get(responsible ?? '') ?? null };
    await insertUser(tx, userRow({ ...account, ...links, password_hash }, scope, at));
  }
  for (const { responsible, registered_hours_ago, ...person } of demoPeople) {
    const at = new Date(now.getTime() - registered_hours_ago * 60 * MIN_MS).toISOString();
    const row = userRow({ ...person, responsible_id: ids.get(responsible) ?? null }, scope, at);
    await insertUser(tx, row);
    ids.set(person.first_name, row.id);
  }
  return ids;
}

async function seedTasks(tx: Tx, ids: Map<string, string>, { scope, now }: SeedOptions, rev: number): Promise<void> {
  const consultant = ids.get('consultant@example.org') ?? '';
  const minute = Math.floor(now.getTime() / MIN_MS) * MIN_MS;
  for (const { with: person, in_min, length_min, ...task } of demoTasks) {
    const start = minute + in_min * MIN_MS;
    await tx
      .insertInto('tasks')
      .values({
        ...task,
        id: uuidv7(),
        scope,
        rev,
        field_revs: '{}',
        assignee_id: consultant,
        author_id: consultant,
        start_at: new Date(start).toISOString(),
        end_at: new Date(start + length_min * MIN_MS).toISOString(),
        linked_user_id: ids.get(person) ?? null,
        state: 'planned',
        slices: '[]',
        result: null,
        result_note: '',
        cancel_reason: '',
        reminders: '[]',
        source: 'manual',
        follow_up_of: null,
        overlap: false,
        closed_at: null,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        deleted_at: null,
        deleted_by: null,
      })
      .execute();
  }
}

async function seedComments(tx: Tx, ids: Map<string, string>, { scope, now }: SeedOptions, rev: number): Promise<void> {
  for (const { by, text, lesson, hours_ago } of demoComments) {
    const lessonRow =
      lesson === null
        ? null
        : await tx
            .selectFrom('lessons')
            .select('id')
            .where('scope', '=', scope)
            .where('title', '=', lesson)
            .executeTakeFirst();
    if (lesson !== null && !lessonRow) continue;
    const at = new Date(now.getTime() - hours_ago * 60 * MIN_MS).toISOString();
    const lesson_id = lessonRow?.id ?? null;
    await tx
      .insertInto('comments')
      .values({
        id: uuidv7(),
        scope,
        rev,
        field_revs: '{}',
        thread: lesson_id ?? COMMUNITY,
        lesson_id,
        parent_id: null,
        author_id: ids.get(by) ?? '',
        text,
        claimed_at: at,
        edited_at: null,
        removed_at: null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
        deleted_by: null,
      })
      .execute();
  }
}

/**
 * Seeds an empty scope with the demo accounts, people, tasks, lessons, news, events and comments, in the given
 * transaction. Throws if the import of the demo content reports a problem.
 */
export async function seedDemo(tx: Tx, options: SeedOptions): Promise<void> {
  const { scope, now } = options;
  const rev = 1;
  await tx
    .insertInto('sync_counter')
    .values({ scope, rev })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev }))
    .execute();
  const content = await readContent(options.content_dir, now);
  if (content.problems.length > 0)
    throw new Error(`the demo content is faulty: ${content.problems.map(formatIssue).join('; ')}`);
  const ids = await seedUsers(tx, options);
  await writeContent(tx, content, { scope, now: now.toISOString(), prune: false, nextRev: () => Promise.resolve(rev) });
  await seedTasks(tx, ids, options, rev);
  await seedComments(tx, ids, options, rev);
  await seedSubscriptions(tx, ids, { scope, now, rev });
  await seedContacts(tx, ids, { scope, now, rev });
  await seedTickets(tx, ids, { scope, now, rev });
  await seedLeads(tx, ids, { scope, now, rev });
  await seedTeam(tx, ids, { scope, now, rev });
  await seedPartners(tx, ids, { scope, now });
  await seedDonations(tx, ids, { scope, now, rev });
  await seedFlows(tx, ids, { scope, now, rev });
  await seedWork(tx, ids, { scope, now, rev });
  await fillSearchTexts(tx);
}

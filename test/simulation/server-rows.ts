import { uuidv7 } from 'uuidv7';
import { emptyProps } from '../../contract/landing/props.ts';
import { addPeriod } from '../../contract/states/subscription.ts';
import type { Db, User } from '../../server/db/tables.ts';
import { addRecurring } from '../helpers/recurring-donations.ts';
import { makeUser } from '../helpers/server.ts';
import { syncStamps } from '../helpers/stamps.ts';
import type { PersonName } from './world.ts';

const LESSONS = 3;
const CONTACTS = 4;

const emptyContact = {
  last_name: '',
  middle_name: '',
  phones: '[]',
  emails: '[]',
  telegram: null,
  city: '',
  country: null,
  date_birth: null,
  address: '',
  work_zone: '',
  is_partner: false,
  category_id: null,
  status: 'new' as const,
  photo_sha256: null,
  photo_mime: null,
  notes: '',
  next_step_at: null,
  consent: null,
  linked_user_id: null,
};

export const START = new Date('2026-03-02T08:00:00.000Z');

export async function makeLessons(db: Db, scope: string): Promise<string[]> {
  const at = START.toISOString();
  const shared = { scope, ...syncStamps(at) };
  const category_id = uuidv7();
  const languageAndTitle = { language: 'en', title: 'Talking' } as const;
  await db
    .insertInto('categories')
    .values({
      ...shared,
      ...languageAndTitle,
      id: category_id,
      path: 'c',
      source_hash: '',
      slug: 'c',
      description: '',
      color: 'teal',
      position: 1,
    })
    .execute();
  const ids = Array.from({ length: LESSONS }, () => uuidv7());
  for (const [position, id] of ids.entries()) {
    const place = { id, path: `c/${position}`, source_hash: '', category_id, position };
    await db
      .insertInto('lessons')
      .values({ ...shared, ...languageAndTitle, ...place, duration_min: 8, free: true, body: '<p>…</p>', media: '[]' })
      .execute();
  }
  return ids;
}

export async function makeContacts(db: Db, scope: string, owner_id: string): Promise<string[]> {
  const at = START.toISOString();
  const ids = Array.from({ length: CONTACTS }, () => uuidv7());
  for (const [index, id] of ids.entries()) {
    const made = { scope, id, owner_id, first_name: `Ivan ${index}`, ...syncStamps(at, 1) };
    await db
      .insertInto('contacts')
      .values({ ...made, ...emptyContact })
      .execute();
  }
  return ids;
}

/** Creates a person whose phone number and email depend only on the name. */
export function makePerson(db: Db, scope: string, name: string, fields: Partial<User>): Promise<User> {
  const digits = [...name].map((char) => char.charCodeAt(0) % 10).join('');
  const phone = `+49151${digits.padEnd(8, '0').slice(0, 8)}`;
  const contactData = { first_name: name, last_name: 'Tester', email: `${name.toLowerCase()}@example.org`, phone };
  return makeUser(db, scope, START, { password_hash: 'none', ...contactData, ...fields });
}

/** Creates a person whom Anna can call, and more waiting leads than devices mirror. */
async function makeLeads(db: Db, scope: string, anna: User): Promise<void> {
  const personFields = { rev: 1, city: 'Ulm', password_hash: null, source: 'registration' } as const;
  await makePerson(db, scope, 'Ivan', { ...personFields, status: 'processing', responsible_id: anna.id });
  for (const name of ['Igor', 'Inga', 'Ilya', 'Irina'])
    await makePerson(db, scope, name, { ...personFields, status: 'waiting', waiting_since: START.toISOString() });
}

/** Creates four tickets by Lena: one assigned to Anna, one resolved by Anna, one closed, and one unassigned. */
async function makeTickets(db: Db, scope: string, { anna, lena }: Record<PersonName, User>): Promise<void> {
  const at = START.toISOString();
  const made = { scope, created_at: at };
  const synced = { scope, ...syncStamps(at, 1) };
  const about = {
    type: 'problem',
    subject: 'No sound',
    priority: 'normal',
    channel: 'app',
    author_id: lena.id,
  } as const;
  const open = { previous_id: null, reason: '', stars: null, rating_comment: '', resolved_at: null, closed_at: null };
  const due = { first_response_due: null, resolve_due: null };
  const takenByAnna = { responsible_id: anna.id, taken_at: at };
  const ticketStates = [
    { ...takenByAnna, state: 'taken' },
    { ...takenByAnna, state: 'resolved', resolved_at: at },
    { ...takenByAnna, state: 'closed', resolved_at: at, closed_at: at },
    { responsible_id: null, state: 'new' },
  ] as const;
  const ids = ticketStates.map(() => uuidv7());
  await db
    .insertInto('tickets')
    .values(
      ids.map((id, index) => ({
        ...synced,
        ...about,
        ...open,
        ...due,
        ...ticketStates[index]!,
        id,
        number: index + 1,
      })),
    )
    .execute();
  const message = {
    ...made,
    author_id: lena.id,
    by_staff: false,
    internal: false,
    body: 'It is silent',
    written_at: at,
  };
  await db
    .insertInto('ticket_messages')
    .values(ids.map((id) => ({ ...message, id, ticket_id: id, attachments: '[]' })))
    .execute();
  await db.insertInto('telegram_chats').values({ scope, user_id: lena.id, chat_id: scope, linked_at: at }).execute();
}

/** Creates a task of Anna with doubtful time, and work that Boris hands over to Anna. */
async function makeDoubtfulTaskAndHandover(
  db: Db,
  scope: string,
  { anna, boris }: Record<PersonName, User>,
): Promise<void> {
  const at = START.toISOString();
  const synced = { scope, ...syncStamps(at, 1) };
  const slice = { id: uuidv7(), from: at, to: at, device_id: uuidv7(), estimated: false, needs_review: true };
  const about = {
    type: 'meet',
    title: 'Fair',
    place: '',
    description: '',
    priority: 'normal',
    source: 'manual',
  } as const;
  const withoutPerson = { linked_user_id: null, contact_id: null, direction: null, phone_used: null };
  const done = { state: 'completed', result: 'held', result_note: '', cancel_reason: '', overlap: false } as const;
  const otherFields = { follow_up_of: null, follow_up_task_id: null, reminders: '[]', slices: JSON.stringify([slice]) };
  const times = { start_at: at, end_at: at, closed_at: at };
  const ownFields = { id: uuidv7(), assignee_id: anna.id, author_id: anna.id };
  await db
    .insertInto('tasks')
    .values({ ...synced, ...about, ...withoutPerson, ...done, ...otherFields, ...times, ...ownFields })
    .execute();
  const offer = {
    entity: 'contacts',
    entity_id: uuidv7(),
    kind: 'contact.edit',
    title: 'Ivan',
    state: 'offered',
  } as const;
  await db
    .insertInto('handovers')
    .values({
      ...synced,
      ...offer,
      id: uuidv7(),
      from_id: boris.id,
      to_id: anna.id,
      args: '{"notes":"from Boris"}',
      at,
    })
    .execute();
}

/** Creates an unread notification for each person. */
async function makeNotifications(db: Db, scope: string, people: Record<PersonName, User>): Promise<void> {
  const at = START.toISOString();
  const times = { created_at: at, updated_at: at, read_at: null, deleted_at: null, deleted_by: null };
  const rows = Object.values(people).map(({ id: user_id }) => {
    const id = uuidv7();
    const about = { kind: 'handover_offered', target_id: id, title: 'A note', person_id: null, by_id: null } as const;
    return { ...about, ...times, scope, id, rev: 1, user_id, occasion: id };
  });
  await db.insertInto('notifications').values(rows).execute();
}

/** Creates news and events. */
async function makeNewsAndEvents(db: Db, scope: string): Promise<void> {
  const at = START.toISOString();
  const tomorrow = new Date(START.getTime() + 86_400_000).toISOString();
  const shared = { scope, ...syncStamps(at, 1) };
  const made = { ...shared, path: 'one', source_hash: '', language: 'en', media: '[]' } as const;
  const news = { title: 'The library moves', lead: '', body: '<p>…</p>', is_important: false, published_at: at };
  await db
    .insertInto('news')
    .values({ ...made, ...news, id: uuidv7(), is_mirrored: true })
    .execute();
  const event = { title: 'Open evening', description: '', place: '', url: null, time_zone: 'UTC', starts_at: tomorrow };
  await db
    .insertInto('events')
    .values({ ...made, ...event, ends_at: tomorrow, id: uuidv7(), is_mirrored: true })
    .execute();
  const book = {
    title: 'The Kettle',
    author: '',
    description: '',
    format: 'epub',
    price_cents: 0,
    is_new: false,
  } as const;
  await db
    .insertInto('books')
    .values({ ...made, ...book, id: uuidv7(), file_sha256: 'a'.repeat(64), file_bytes: 9, pages: null })
    .execute();
}

/** Gives everyone a subscription whose renewal can be turned off. */
async function makeSubscriptions(db: Db, scope: string, people: Record<PersonName, User>): Promise<void> {
  const at = new Date(START).toISOString();
  const title = { en: 'Learn', ru: 'Учёба', de: 'Lernen' };
  const plan = JSON.stringify({ package_id: uuidv7(), title, period: 'year', price_cents: 5400 });
  const times = { started_at: at, until: addPeriod(at, 'year'), next_try_at: null, created_at: at, updated_at: at };
  for (const { id: user_id } of Object.values(people))
    await db
      .insertInto('subscriptions')
      .values({
        scope,
        user_id,
        rev: 1,
        state: 'active',
        plan,
        next: null,
        ...times,
        is_entitled: user_id === people.lena.id,
      })
      .execute();
}

/** Gives everyone a recurring donation, which is not charged during the simulation. */
async function makeRecurring(db: Db, scope: string, people: Record<PersonName, User>): Promise<void> {
  const started_at = START.toISOString();
  for (const { id } of Object.values(people)) await addRecurring({ db, scope }, id, { started_at });
}

/** Creates the rows that exist at the start, except lessons, contacts and flows. */
export async function makeWork(db: Db, scope: string, people: Record<PersonName, User>): Promise<void> {
  await makeLeads(db, scope, people.anna);
  await makeTickets(db, scope, people);
  await makeDoubtfulTaskAndHandover(db, scope, people);
  await makeNotifications(db, scope, people);
  await makeNewsAndEvents(db, scope);
  await makeSubscriptions(db, scope, people);
  await makeRecurring(db, scope, people);
}

/** Creates a flow with four blocks for everyone who has a device. */
export async function makeFlows(db: Db, scope: string, people: Record<PersonName, User>): Promise<void> {
  const synced = { scope, ...syncStamps(START.toISOString(), 1) };
  for (const { id: owner_id } of [people.anna, people.olga, people.lena]) {
    const id = uuidv7();
    const empty = { unique_name: null, taken_name: null, description: '', cover: null, version: null };
    const flow = { ...synced, ...empty, id, owner_id, title: 'Spring course', lang: 'en', state: 'draft' } as const;
    await db
      .insertInto('flows')
      .values({ ...flow, published_at: null })
      .execute();
    await db.insertInto('flow_stats').values({ scope, id, owner_id, rev: 1 }).execute();
    for (const [index, type] of (['heading', 'list', 'image', 'button'] as const).entries()) {
      const place = { id: uuidv7(), flow_id: id, owner_id, type, position: `a${index}`, hidden: false };
      const props = JSON.stringify(emptyProps[type]);
      await db
        .insertInto('landing_blocks')
        .values({ ...synced, ...place, props })
        .execute();
    }
  }
}

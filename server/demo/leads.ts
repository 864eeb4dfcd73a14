import { uuidv7 } from 'uuidv7';
import type { Lang } from '../../contract/fields.ts';
import type { PersonEventKind, PersonSource } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { blankUser } from '../features/accounts/blank-user.ts';

interface DemoLead {
  first_name: string;
  last_name: string;
  phone: string;
  language: Lang;
  city: string;
  country: string;
  time_zone: string;
  date_birth: string | null;
  source: PersonSource;
  waits_min: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Leads waiting in the pool, in three languages and of different ages. */
const demoLeads: readonly DemoLead[] = [
  {
    first_name: 'Nadia',
    last_name: 'Kim',
    phone: '+77015550101',
    language: 'ru',
    city: 'Almaty',
    country: 'KZ',
    time_zone: 'Asia/Almaty',
    date_birth: '1999-05-14',
    source: 'telegram',
    waits_min: 5 * DAY,
  },
  {
    first_name: 'Marek',
    last_name: 'Nowak',
    phone: '+4915200000102',
    language: 'de',
    city: 'Görlitz',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    date_birth: '1961-11-02',
    source: 'registration',
    waits_min: 2 * DAY,
  },
  {
    first_name: 'Zarina',
    last_name: 'Akhmetova',
    phone: '+77015550103',
    language: 'ru',
    city: 'Shymkent',
    country: 'KZ',
    time_zone: 'Asia/Almaty',
    date_birth: null,
    source: 'landing',
    waits_min: DAY,
  },
  {
    first_name: 'Kofi',
    last_name: 'Mensah',
    phone: '+233201234567',
    language: 'en',
    city: 'Accra',
    country: 'GH',
    time_zone: 'Africa/Accra',
    date_birth: '1988-02-20',
    source: 'registration',
    waits_min: 9 * HOUR,
  },
  {
    first_name: 'Helga',
    last_name: 'Brandt',
    phone: '+4915200000105',
    language: 'de',
    city: 'Kiel',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    date_birth: '1949-08-30',
    source: 'landing',
    waits_min: 3 * HOUR,
  },
  {
    first_name: 'Pavel',
    last_name: 'Sidorov',
    phone: '+4915200000106',
    language: 'ru',
    city: 'Leipzig',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    date_birth: '2009-01-17',
    source: 'telegram',
    waits_min: 40,
  },
  {
    first_name: 'Lukas',
    last_name: 'Engel',
    phone: '+4915200000107',
    language: 'de',
    city: 'Hamburg',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    date_birth: '1995-07-07',
    source: 'registration',
    waits_min: 12,
  },
];

const demoTags: readonly { name: string; tags: readonly string[] }[] = [
  { name: 'Interests', tags: ['Reading', 'Music', 'Hiking', 'Cooking'] },
  { name: 'Prefers', tags: ['Calls in the evening', 'Messages', 'Meeting in person'] },
  { name: 'Family', tags: ['Has children', 'Cares for parents'] },
];

interface DemoNote {
  kind: PersonEventKind;
  hours_ago: number;
  detail: Record<string, unknown>;
}

/** Tags, groups and notes of the people for whom the demo consultants are responsible, by first name. */
const demoTagsAndNotes: Readonly<
  Record<string, { tags: string[]; groups: string[]; notes: string; said: readonly DemoNote[] }>
> = {
  Ivan: {
    tags: ['Calls in the evening'],
    groups: ['Prefers'],
    notes: 'Came here in spring. Prefers Russian.',
    said: [{ kind: 'note', hours_ago: 20, detail: { text: 'Works shifts this week, free after six.' } }],
  },
  Sergey: {
    tags: ['Reading', 'Has children'],
    groups: ['Family'],
    notes: '',
    said: [{ kind: 'note', hours_ago: 44, detail: { text: 'His daughter reads the lessons with him.' } }],
  },
  Lena: {
    tags: ['Music', 'Meeting in person'],
    groups: ['Interests'],
    notes: 'Fourth floor, the bell does not work.',
    said: [
      { kind: 'status', hours_ago: 70, detail: { from: 'processing', to: 'active' } },
      { kind: 'note', hours_ago: 30, detail: { text: 'Asked how the evening group works.' } },
    ],
  },
  Jonas: { tags: ['Hiking'], groups: [], notes: '', said: [] },
  Petra: {
    tags: ['Messages'],
    groups: ['Prefers'],
    notes: '',
    said: [{ kind: 'status', hours_ago: 120, detail: { from: 'processing', to: 'active' } }],
  },
  Grace: { tags: ['Cooking', 'Meeting in person'], groups: [], notes: 'Knows half of the street.', said: [] },
  Aliya: { tags: ['Cares for parents'], groups: ['Family'], notes: '', said: [] },
  Daniyar: {
    tags: ['Hiking', 'Music'],
    groups: ['Interests'],
    notes: '',
    said: [{ kind: 'status', hours_ago: 300, detail: { from: 'processing', to: 'active' } }],
  },
};

interface Seed {
  scope: string;
  now: Date;
  rev: number;
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

async function addEvent(
  tx: Tx,
  { scope, now, rev }: Seed,
  event: { person_id: string; kind: PersonEventKind; minutes_ago: number; by_id: string | null; detail: object },
): Promise<void> {
  const { minutes_ago, detail, ...kept } = event;
  const at = minutesBefore(now, minutes_ago);
  await tx
    .insertInto('person_events')
    .values({
      ...kept,
      scope,
      id: uuidv7(),
      rev,
      at,
      detail: JSON.stringify(detail),
      field_revs: '{}',
      created_at: at,
      updated_at: at,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
}

async function seedTags(tx: Tx, scope: string): Promise<void> {
  for (const [position, { name, tags }] of demoTags.entries()) {
    const group_id = uuidv7();
    await tx.insertInto('tag_groups').values({ scope, id: group_id, name, position }).execute();
    const rows = tags.map((tag, place) => ({ scope, id: uuidv7(), group_id, name: tag, position: place }));
    await tx.insertInto('tags').values(rows).execute();
  }
}

async function seedWaiting(tx: Tx, seed: Seed): Promise<void> {
  const { scope, now, rev } = seed;
  for (const { waits_min, ...lead } of demoLeads) {
    const at = minutesBefore(now, waits_min);
    const id = uuidv7();
    await tx
      .insertInto('users')
      .values({
        ...blankUser,
        ...lead,
        scope,
        id,
        rev,
        status: 'waiting',
        waiting_since: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const created = { kind: 'created', minutes_ago: waits_min, by_id: null, detail: { source: lead.source } } as const;
    await addEvent(tx, seed, { person_id: id, ...created });
  }
}

/**
 * Seeds waiting leads, and tags and notes of people for whom a consultant is responsible. `ids` maps first names to
 * person ids.
 */
export async function seedLeads(tx: Tx, ids: ReadonlyMap<string, string>, seed: Seed): Promise<void> {
  const { scope } = seed;
  await seedTags(tx, scope);
  await seedWaiting(tx, seed);
  for (const [name, { tags, groups, notes, said }] of Object.entries(demoTagsAndNotes)) {
    const person_id = ids.get(name);
    if (person_id === undefined) continue;
    const { responsible_id, source, created_at } = await tx
      .updateTable('users')
      .set({ tags: JSON.stringify(tags), groups: JSON.stringify(groups), notes, source: 'registration' })
      .where('scope', '=', scope)
      .where('id', '=', person_id)
      .returning(['responsible_id', 'source', 'created_at'])
      .executeTakeFirstOrThrow();
    const registered = Math.round((seed.now.getTime() - Date.parse(created_at)) / 60_000);
    const created = { kind: 'created', minutes_ago: registered, by_id: null, detail: { source } } as const;
    const takenLead = {
      kind: 'taken',
      // A lead was taken a day after registering, or sooner if they registered recently.
      minutes_ago: registered - Math.min(DAY, Math.round(registered / 4)),
      by_id: responsible_id,
      detail: { to_id: responsible_id, how: 'take' },
    } as const;
    for (const event of [created, takenLead]) await addEvent(tx, seed, { person_id, ...event });
    for (const { hours_ago, ...event } of said)
      await addEvent(tx, seed, { person_id, ...event, minutes_ago: hours_ago * HOUR, by_id: responsible_id });
  }
}

import { uuidv7 } from 'uuidv7';
import type { ContactColor, TaskResult } from '../../contract/values.ts';
import type { ContactStatus } from '../../contract/filter-values.ts';
import type { Tx } from '../db/tables.ts';

interface DemoContact {
  owner: string;
  first_name: string;
  last_name?: string;
  phone?: string;
  email?: string;
  telegram?: string;
  city?: string;
  country?: string;
  address?: string;
  category?: string;
  status?: ContactStatus;
  notes?: string;
  /** When the next call is planned, in days after the time of seeding. */
  next_in?: number;
  /** Past calls: days ago, result, minutes, note. */
  calls?: [days: number, result: TaskResult, minutes: number, note: string][];
}

const demoCategories: { owner: string; name: string; color: ContactColor }[] = [
  { owner: 'consultant@example.org', name: 'Neighbours', color: 'moss' },
  { owner: 'consultant@example.org', name: 'Evening group', color: 'plum' },
  { owner: 'consultant@example.org', name: 'Fair in May', color: 'amber' },
  { owner: 'learner@example.org', name: 'Family', color: 'berry' },
  { owner: 'learner@example.org', name: 'Work', color: 'sky' },
];

const consultant = 'consultant@example.org';
const learner = 'learner@example.org';

const demoContacts: DemoContact[] = [
  {
    owner: consultant,
    first_name: 'Katja',
    last_name: 'Brandt',
    phone: '+491701112201',
    city: 'Hamburg',
    country: 'DE',
    address: 'Lange Reihe 20',
    category: 'Neighbours',
    status: 'interested',
    next_in: 1,
    notes: 'Has two children, free after 18:00. Asked for the reading list.',
    calls: [
      [6, 'no_answer', 0, ''],
      [2, 'reached', 11, 'Will come to the open evening and bring her sister.'],
    ],
  },
  {
    owner: consultant,
    first_name: 'Михаил',
    last_name: 'Орлов',
    phone: '+491701112202',
    telegram: 'morlov_hh',
    city: 'Hamburg',
    country: 'DE',
    category: 'Evening group',
    status: 'contacted',
    next_in: 3,
    calls: [[1, 'call_back', 2, 'В метро, просил перезвонить вечером.']],
  },
  {
    owner: consultant,
    first_name: 'Jürgen',
    last_name: 'Groß',
    phone: '+4940123450',
    city: 'Lübeck',
    country: 'DE',
    category: 'Fair in May',
    email: 'j.gross@example.com',
  },
  {
    owner: consultant,
    first_name: 'Елена',
    last_name: 'Ёлкина',
    phone: '+79161112203',
    city: 'Москва',
    country: 'RU',
    category: 'Fair in May',
    status: 'invited',
    notes: 'Interested in the German course.',
    calls: [[4, 'reached', 24, 'Sent her the first lesson.']],
  },
  {
    owner: consultant,
    first_name: 'Sofia',
    last_name: 'Almeida',
    phone: '+351911112204',
    city: 'Porto',
    country: 'PT',
    telegram: 'sofialm',
    status: 'interested',
    next_in: 0,
  },
  {
    owner: consultant,
    first_name: 'Peter',
    last_name: 'Hahn',
    phone: '+491701112205',
    city: 'Bremen',
    country: 'DE',
    category: 'Neighbours',
    status: 'not_interested',
    calls: [[30, 'refused', 3, '']],
  },
  { owner: consultant, first_name: 'Amina', last_name: 'Yusuf', phone: '+447700900123', city: 'Leeds', country: 'GB' },
  {
    owner: consultant,
    first_name: 'Виктор',
    last_name: 'Щербаков',
    phone: '+77051112206',
    city: 'Алматы',
    country: 'KZ',
    category: 'Evening group',
    status: 'contacted',
  },
  { owner: consultant, first_name: 'Frau Lindner', phone: '116 117', notes: 'Only by landline, mornings.' },
  {
    owner: consultant,
    first_name: 'Tom',
    last_name: 'Becker',
    phone: '+491701112207',
    city: 'Hamburg',
    country: 'DE',
    category: 'Evening group',
    status: 'do_not_contact',
  },
  {
    owner: consultant,
    first_name: 'Nina',
    last_name: 'Kowalska',
    phone: '+48601112208',
    city: 'Gdańsk',
    country: 'PL',
    email: 'nina.kowalska@example.com',
    status: 'interested',
    next_in: -1,
  },
  {
    owner: consultant,
    first_name: 'Zoë',
    last_name: 'van Dijk',
    phone: '+31612345209',
    city: 'Utrecht',
    country: 'NL',
    category: 'Fair in May',
  },
  {
    owner: learner,
    first_name: 'Mama',
    phone: '+491701113301',
    category: 'Family',
    status: 'new',
    notes: 'Birthday on 12 March.',
  },
  {
    owner: learner,
    first_name: 'Lukas',
    last_name: 'Berg',
    phone: '+491701113302',
    category: 'Family',
    city: 'Potsdam',
    country: 'DE',
    calls: [[3, 'reached', 8, 'Wants to read along.']],
  },
  {
    owner: learner,
    first_name: 'Dana',
    last_name: 'Richter',
    phone: '+491701113303',
    category: 'Work',
    city: 'Berlin',
    country: 'DE',
    status: 'interested',
    next_in: 2,
  },
  {
    owner: 'consultant2@example.org',
    first_name: 'Айгерим',
    last_name: 'Тулегенова',
    phone: '+77071112301',
    city: 'Алматы',
    country: 'KZ',
    status: 'interested',
  },
];

const DAY_MS = 86_400_000;

interface SeedContext {
  scope: string;
  now: Date;
  rev: number;
}

const commonColumns = ({ scope, now, rev }: SeedContext) => ({
  scope,
  rev,
  field_revs: '{}',
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  deleted_at: null,
  deleted_by: null,
});

async function seedCalls(
  tx: Tx,
  place: SeedContext,
  contact_id: string,
  author_id: string,
  calls: DemoContact['calls'],
) {
  for (const [days, result, minutes, note] of calls ?? []) {
    const at = new Date(place.now.getTime() - days * DAY_MS).toISOString();
    await tx
      .insertInto('interactions')
      .values({
        ...commonColumns(place),
        id: uuidv7(),
        contact_id,
        user_id: null,
        phone_raw: null,
        task_id: null,
        author_id,
        kind: 'call',
        direction: 'out',
        at,
        corrected_at: at,
        duration_s: minutes * 60,
        result,
        note,
        follow_up_at: null,
      })
      .execute();
  }
}

/**
 * Seeds the address books of the demo accounts, with categories and a few calls. `ids` maps email addresses to account
 * ids.
 */
export async function seedContacts(tx: Tx, ids: ReadonlyMap<string, string>, place: SeedContext): Promise<void> {
  const categories = new Map<string, string>();
  for (const [position, { owner, name, color }] of demoCategories.entries()) {
    const id = uuidv7();
    categories.set(`${owner} ${name}`, id);
    await tx
      .insertInto('contact_categories')
      .values({ ...commonColumns(place), id, owner_id: ids.get(owner) ?? '', name, color, position })
      .execute();
  }
  for (const [index, demo] of demoContacts.entries()) {
    const { owner, phone, email, category, next_in, calls, ...fields } = demo;
    const id = uuidv7();
    const owner_id = ids.get(owner) ?? '';
    await tx
      .insertInto('contacts')
      .values({
        ...commonColumns(place),
        created_at: new Date(place.now.getTime() - (30 + 4 * index) * DAY_MS).toISOString(),
        last_name: '',
        middle_name: '',
        telegram: null,
        city: '',
        country: null,
        date_birth: null,
        address: '',
        work_zone: '',
        is_partner: false,
        status: 'new' as const,
        photo_sha256: null,
        photo_mime: null,
        notes: '',
        consent: null,
        linked_user_id: null,
        ...fields,
        id,
        owner_id,
        category_id: categories.get(`${owner} ${category}`) ?? null,
        phones: JSON.stringify(phone ? [{ number: phone, label: '' }] : []),
        emails: JSON.stringify(email ? [email] : []),
        next_step_at: next_in === undefined ? null : new Date(place.now.getTime() + next_in * DAY_MS).toISOString(),
      })
      .execute();
    await seedCalls(tx, place, id, owner_id, calls);
  }
}

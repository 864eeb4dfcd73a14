import type { CallName } from '../../../contract/api-calls/index.ts';
import type { Json } from './schemas.ts';

const AT = '2026-05-03T09:00:00.000Z';
const LATER = '2026-05-03T10:00:00.000Z';
const ID = '0190a5c8-7b1e-7c3a-9d2f-5e6a7b8c9d0e';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Example values by field name, for fields whose schema is only a string. */
const samples: Record<string, unknown> = {
  first_name: 'Anna',
  last_name: 'Petrova',
  middle_name: '',
  name: 'Anna Petrova',
  owner_name: 'Otto Berg',
  responsible_name: 'Otto Berg',
  author_name: 'Anna Petrova',
  by_name: 'Otto Berg',
  typed_name: 'Anna Petrova',
  email: 'anna@example.org',
  emails: ['anna@example.org'],
  username: 'anna@example.org',
  phone: '+4915112345678',
  number: '+4915112345678',
  phones: [{ number: '+4915112345678', label: 'mobile' }],
  phone_used: '+4915112345678',
  password: 'correct horse battery',
  old_password: 'correct horse',
  country: 'DE',
  city: 'Bonn',
  date_birth: '1990-05-03',
  telegram: 'anna_petrova',
  time_zone: 'Europe/Berlin',
  zone: 'Europe/Berlin',
  language: 'en',
  code: '123456',
  promo_code: 'SPRING-26',
  referral_promo_code: 'OTTO-7',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  sha256: SHA256,
  start_at: AT,
  from: AT,
  to: LATER,
  end_at: LATER,
  title: 'Talk about the course',
  text: 'See you on Monday',
  subject: 'I cannot open a lesson',
  body: 'The video stops after a minute.',
  path: '/pages/privacy',
  url: 'https://example.org/reset-credentials/token',
  fields: ['name', 'phone'],
  unique_name: 'spring-course',
  quiet_hours: '22:00-07:00',
  tags: ['speaks-french'],
  groups: [],
  start_in: 15,
  reminders: [15],
};

/**
 * Example bodies for calls with rules that involve several fields, and for calls that are rarely sent with all fields.
 */
const bodySamples: Partial<Record<CallName, Json>> = {
  'accounts.update_me': { city: 'Bonn', country: 'DE' },
  'own.contact_code': { email: 'anna@example.org' },
  'employees.work_times': { MON: { from: '09:00', to: '17:00' }, time_zone: 'Europe/Berlin' },
  'employees.settings': { user_id: ID, daily_limit: 20, rating: 5 },
  'view_as.start': { user_id: ID, reason: 'Asked for help with the tasks of today' },
  'admin.create_user': { first_name: 'Anna', last_name: 'Petrova', email: 'anna@example.org', is_staff: true },
  'admin.update_user': { is_manager: true },
  'people.update_settings': { user_id: ID, status: 'active', tags: ['speaks-french'] },
  'people.assign': { user_id: ID, consultant_id: ID, note: 'Speaks French' },
  'people.bulk': { user_ids: [ID], tag: 'speaks-french' },
  'people.bulk_filtered': { filter: { status: ['active'], language: 'en' }, tag: 'speaks-french' },
  'people.give': { user_id: ID, consultant_id: ID, note: 'Speaks French' },
  'people.create_lead': { first_name: 'Anna', phone: '+4915112345678', city: 'Bonn' },
  'partners.create': { first_name: 'Anna', phone: '+4915112345678', company: 'Petrova Books' },
  'team.reject_user': { user_id: ID, reason: 'language' },
  'team.structure_users': { status: ['active'], language: 'en' },
  'team.waiting_users': { language: 'en' },
  'tasks.create': { type: 'call', linked_user_id: ID, start_at: '2026-05-03T11:00:00+02:00', reminders: [15] },
  'tasks.update': { id: ID, action: 'finish', result: 'reached', result_note: 'Comes on Monday' },
  'tasks.list': { group: 'today' },
  'contacts.add': { first_name: 'Anna', phones: [{ number: '+4915112345678', label: 'mobile' }], city: 'Bonn' },
  'contacts.change': { city: 'Bonn', category_id: ID },
  'contacts.change_category': { name: 'Friends', color: 'teal' },
  'lessons.time': { time: 600 },
  'tickets.create': { type: 'problem', subject: 'I cannot open a lesson', body: 'The video stops after a minute.' },
  'tickets.update': { id: ID, action: 'reply', body: 'Please try it again now.' },
  'tickets.reject': { id: ID, reason: 'not_ours' },
  'tickets.list': {},
  // The keys of the example of RFC 8291.
  'push.subscribe': {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

type Schema = Json & {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  propertyNames?: Schema;
  additionalProperties?: Schema;
};

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const byFormat: Record<string, unknown> = { 'date-time': AT, uuid: ID, date: '2026-05-03', email: 'anna@example.org' };

/** Whether a sample has the type that the schema lists first; for a list, its first item is checked as well. */
function isSample(schema: Schema, sample: unknown): boolean {
  if (sample === undefined || [schema['type']].flat()[0] !== typeOf(sample)) return false;
  return !Array.isArray(sample) || sample.length === 0 || isSample(schema.items ?? {}, sample[0]);
}

/** Creates examples for schemas. The component schemas to which they refer must be in `components`. */
export class OpenApiExamples {
  private readonly components: Readonly<Record<string, Json>>;
  constructor(components: Readonly<Record<string, Json>>) {
    this.components = components;
  }

  /**
   * Returns an example body of a call: the one in `bodySamples` or, if it has none, a body with only the required
   * fields.
   */
  body(name: CallName, schema: Json): unknown {
    return bodySamples[name] ?? this.of(schema, '', true);
  }

  /** Returns an example value with all fields or, with `onlyRequired`, only with the required fields. */
  of(given: Json, name = '', onlyRequired = false): unknown {
    const schema = given as Schema;
    if (schema.examples) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    if (schema.$ref) return this.of(this.components[schema.$ref.slice(21)] ?? {}, name, onlyRequired);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => this.of(part, name, onlyRequired) as object));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.of(alternatives[0] ?? {}, name, onlyRequired);
    if (schema.properties) return this.object(schema, onlyRequired);
    return this.leaf(schema, name, onlyRequired);
  }

  private object({ properties = {}, required = [] }: Schema, onlyRequired: boolean): Json {
    const shownProperties = Object.entries(properties).filter(([name]) => !onlyRequired || required.includes(name));
    return Object.fromEntries(shownProperties.map(([name, field]) => [name, this.of(field, name, onlyRequired)]));
  }

  private leaf(schema: Schema, name: string, onlyRequired: boolean): unknown {
    const sample = samples[name];
    if (schema.enum) return schema.enum.includes(sample) ? sample : schema.enum[0];
    if (isSample(schema, sample)) return sample;
    if (typeof schema['format'] === 'string') return byFormat[schema['format']] ?? '';
    switch ([schema['type']].flat()[0]) {
      case 'array':
        return schema.items ? [this.of(schema.items, name, onlyRequired)] : [];
      case 'integer':
      case 'number':
        return schema['minimum'] ?? 1;
      case 'boolean':
        return true;
      case 'string':
        return 'text';
      case 'null':
        return null;
      default:
        return this.record(schema, onlyRequired);
    }
  }

  private record({ propertyNames, additionalProperties }: Schema, onlyRequired: boolean): Json {
    const names = (propertyNames?.enum ?? []) as string[];
    return Object.fromEntries(names.map((name) => [name, this.of(additionalProperties ?? {}, '', onlyRequired)]));
  }
}

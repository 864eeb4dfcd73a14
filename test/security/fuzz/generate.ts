import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import { writes } from '../../../contract/writes/index.ts';
import type { Chance } from '../../simulation/rng.ts';
import { callerKinds, mayCall, type CallerKind } from '../callers.ts';
import { sha256Of } from '../../helpers/images.ts';
import * as hostile from './hostile.ts';
import { picture } from './picture.ts';
import { exampleOf, opOf } from './examples.ts';
import { recordKind } from './record-kinds.ts';
import type { Route, Schema } from './routes.ts';
import type { FuzzBody, FuzzPart, FuzzRequest, Json } from './template.ts';

const knownNames: Readonly<Record<string, readonly Json[]>> = {
  email: ['<own:email>', 'nina.<new:7>@example.org', '<foreign:email>'],
  username: ['<own:email>', '<own:phone>', '<foreign:email>', 'unknown@example.org'],
  password: ['correct horse battery staple', 'wrong password', 'another long password'],
  old_password: ['correct horse battery staple', 'wrong password'],
  phone: ['<phone:1>', '<phone:1>', '<own:phone>', '+4915112345678'],
  number: ['<phone:1>', '0151 12345678'],
  phone_raw: ['+4915112345678'],
  phone_used: ['+4915112345678'],
  telegram: ['nina_k', null],
  country: ['DE', 'RU', null],
  time_zone: ['Europe/Berlin', 'UTC', 'Asia/Kolkata'],
  zone: ['Europe/Berlin', 'Asia/Kathmandu'],
  date_birth: ['1990-05-03', null],
  code: ['123456'],
  promo_code: ['SPRING', null],
  referral_promo_code: [null],
  sha256: [sha256Of(picture), '<own:portrait>', 'a'.repeat(64)],
  typed_name: ['Ivan Petrov', 'Nina Berg'],
  tags: ['music', 'unknown'],
  groups: ['Interests', 'unknown'],
  start_at: ['<at:3600>', '<at:86400>', '<at:-3600>'],
  end_at: ['<at:7200>', '<at:90000>', '<at:600>'],
  start_in: [0, 15, 30],
  reminders: [5, 15, 60],
  bytes: [picture.length, 1],
  offset: [0, 1, 100],
  position: [0, 1, 10_000],
  path: ['languages', 'countries', 'statuses'],
  place: ['2/14', 'Main street 4'],
  page: [1, 2],
  clock_offset_ms: [0, -1000, 86_400_000],
};

/** Returns the kind of link whose token a call accepts. */
function tokenKind(name: CallName): string {
  if (name === 'accounts.bot_login') return 'bot';
  if (name === 'own.stop_link') return 'link_stop';
  if (name === 'accounts.set_credentials') return 'used';
  return name === 'accounts.reset_password' ? 'password_reset' : 'credentials';
}

const formats: Readonly<Record<string, readonly Json[]>> = {
  'date-time': ['<at:0>', '<at:-3600>', '<at:3600>', '<at:86400>', '2026-03-02T12:00:00+02:00'],
  email: ['nina@example.org'],
  date: ['2026-05-03'],
};

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Headers with which a page of the product refreshes its token. */
const pageHeaders = { cookie: '<token:refresh>', origin: 'http://localhost:8080', 'x-haversack-client': 'web' };

/** Generates requests from the schemas of the contract, with values at their limits. */
export class Generator {
  readonly chance: Chance;
  constructor(chance: Chance) {
    this.chance = chance;
  }

  request(route: Route, by = this.caller(route)): FuzzRequest {
    const { method, path } = callNamed(route.name);
    const query = route.query ? Object.entries(this.object(route.query, route)) : [];
    return {
      route: route.label,
      by,
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
        textOf(this.value(route.params?.properties?.[name] ?? {}, name, route)),
      ),
      query: query.map(([name, value]) => [name, textOf(value)]),
      headers: {
        ...(this.chance.happens(0.15) && { 'idempotency-key': '<new:9>' }),
        ...(route.name === 'own.refresh' && pageHeaders),
      },
      body: this.body(route),
    };
  }

  /** Returns a caller. In most cases, it is a caller who may use the route. */
  caller({ name }: Route): CallerKind {
    const allowed = callerKinds.filter((kind) => mayCall(callNamed(name), kind));
    if (this.chance.happens(0.1)) return this.chance.pick(callerKinds);
    // Prefer employees: calls that all members may use run more code for employees.
    const employees = allowed.filter((kind) => kind === 'consultant' || kind === 'manager' || kind === 'admin');
    return this.chance.pick(employees.length > 0 && this.chance.happens(0.5) ? employees : allowed);
  }

  private body(route: Route): FuzzBody {
    if (route.write) return { as: 'json', value: this.push(route) };
    const { encoding, files = [] } = callNamed(route.name);
    if (encoding === 'bytes') return { as: 'text', type: 'application/offset+octet-stream', text: '<file:content>' };
    if (!route.body) return { as: 'none' };
    const value = this.bodyValue(route);
    if (encoding === 'form' && this.chance.happens(0.5)) {
      return { as: 'form', fields: Object.entries(value).map(([name, item]) => [name, textOf(item)]) };
    }
    if (encoding === 'multipart' && this.chance.happens(0.6)) return { as: 'parts', parts: this.parts(value, files) };
    return { as: 'json', value };
  }

  private parts(value: Record<string, Json>, files: readonly string[]): FuzzPart[] {
    const fields = Object.entries(value).map(([name, item]): FuzzPart => {
      const isJson = typeof item === 'object' && item !== null;
      return { name, text: item === null ? '' : textOf(item), ...(isJson && { type: 'application/json' }) };
    });
    const photo = { text: '<file:content>', filename: 'photo.png', type: 'image/png' };
    const sent = this.chance.happens(0.3) ? files.slice(0, 1).map((name): FuzzPart => ({ name, ...photo })) : [];
    return [...fields.filter(({ name }) => !sent.some((file) => file.name === name)), ...sent];
  }

  private push(route: Route): Json {
    const { kind, isPatch, args } = route.write!;
    const usesNewId = this.chance.happens(writes[kind].mode === 'create' ? 0.95 : 0.05);
    const op = {
      ...opOf(route, usesNewId ? '<new:2>' : this.id('id', route), this.bodyValue(route)),
      deps: this.chance.happens(0.05) ? ['<new:3>'] : [],
      base_rev: this.chance.pick([0, 1, 1_000_000]),
      base: isPatch && this.chance.happens(0.5) ? this.object(args, route) : null,
      at: this.chance.pick(['<at:0>', '<at:-60>', '<at:-86400>', '<at:86400>']),
      clock_offset_ms: this.chance.pick([0, 0, 5000, -86_400_000]),
    };
    const again = this.chance.happens(0.1) ? [{ ...op, op_id: this.chance.pick(['<new:1>', '<new:4>']) }] : [];
    const isGroup = again.length > 0 && this.chance.happens(0.5);
    const ops = [op, ...again].map((fields) => (isGroup ? { ...fields, atomic_group: '<new:5>' } : fields));
    return { proto: 1, device_id: '<own:device>', ops };
  }

  /** Returns the documented example, or a generated value of the schema. */
  private bodyValue(route: Route): Record<string, Json> {
    const example = this.chance.happens(0.4) ? exampleOf(route) : null;
    return example ?? this.object(route.write?.args ?? route.body ?? {}, route);
  }

  private object(schema: Schema, route: Route): Record<string, Json> {
    const generated = this.value(schema, '', route);
    return typeof generated === 'object' && generated !== null && !Array.isArray(generated) ? generated : {};
  }

  /** Generates a value of the schema. */
  value(schema: Schema, name: string, route: Route): Json {
    if (schema.const !== undefined) return schema.const as Json;
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.value(this.chance.pick(options), name, route);
    if (schema.enum) return this.chance.pick(schema.enum as Json[]);
    if (schema.type === 'null') return null;
    if (schema.properties) return this.fields(schema, route);
    if (schema.format === 'uuid') return this.id(name, route);
    if (name === 'token' && this.chance.happens(0.8)) return `<token:${tokenKind(route.name)}>`;
    const examples = knownNames[name] ?? formats[schema.format ?? ''];
    if (examples && schema.type !== 'array' && schema.type !== 'object' && this.chance.happens(0.85))
      return this.chance.pick(examples);
    return this.plain(schema, name, route);
  }

  private fields({ properties = {}, required = [] }: Schema, route: Route): Json {
    const share = this.chance.pick([0, 0.3, 1]);
    const fields = Object.entries(properties).filter(([name]) => required.includes(name) || this.chance.happens(share));
    return Object.fromEntries(fields.map(([name, field]) => [name, this.value(field, name, route)]));
  }

  private id(name: string, route: Route): string {
    const kind = recordKind(name, route);
    if (this.chance.happens(0.05)) return this.chance.pick(['<missing>', '<new:6>']);
    if (kind !== null && this.chance.happens(0.08)) return `<foreign:${kind}>`;
    return kind === null ? '<new:8>' : `<own:${kind}>`;
  }

  private plain(schema: Schema, name: string, route: Route): Json {
    switch (schema.type) {
      case 'boolean':
        return this.chance.happens(0.5);
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'array':
        return this.items(schema, name, route);
      case 'string':
        return this.text(schema);
      default:
        return this.record(schema, route);
    }
  }

  private number({ minimum = -1, maximum = 1000 }: Schema): number {
    const high = Math.min(maximum, 1e9);
    return this.chance.pick([minimum, high, Math.max(minimum, 1), minimum + this.chance.below(high - minimum + 1)]);
  }

  private text({ minLength = 0, maxLength = 100, pattern = '' }: Schema): string {
    if (pattern.startsWith('^(([01]')) return this.chance.pick(['09:00', '12:30', '17:00', '24:00']);
    if (this.chance.happens(0.2)) return this.chance.pick(hostile.texts);
    const length = this.chance.pick([minLength, maxLength, Math.max(minLength, 5)]);
    return length > 60
      ? `<big:${length}>`
      : 'Nina Berg und die anderen Kinder aus der Nachbarschaft von nebenan'.slice(0, length);
  }

  private items({ minItems = 0, maxItems = 3, items = {} }: Schema, name: string, route: Route): Json {
    const length = this.chance.pick([minItems, Math.min(maxItems, 2), Math.min(maxItems, 12)]);
    return Array.from({ length: Math.max(length, minItems) }, () => this.value(items, name, route));
  }

  private record({ propertyNames, additionalProperties }: Schema, route: Route): Json {
    const names = (propertyNames?.enum ?? ['first_name', 'notes']) as string[];
    const field = typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' };
    return Object.fromEntries(names.map((name) => [name, this.value(field, name, route)]));
  }
}

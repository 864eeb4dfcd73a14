import { isZone } from '../../../contract/zones.ts';
import type { IdSpace, Ids } from './ids.ts';

/** Thrown if a row lacks a value for which there is no default. */
export class Unreadable extends Error {}

const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of an object by their names in snake_case. */
export const fieldsOf = (value: unknown): Fields =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [snakeCase(name), field])) : {};

const LOCAL_DATE = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[ ,T]+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;
/** Numbers from this one on are times in milliseconds since 1970; smaller ones are in seconds. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Parses a time: ISO, DD/MM/YYYY HH:mm, or a number of seconds or milliseconds. A time without a zone is in UTC.
 * Returns null for any other value.
 */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return validIso(value < FIRST_MILLISECONDS ? value * 1000 : value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const local = LOCAL_DATE.exec(text);
  if (local) {
    const [, day, month, year, hour = 0, minute = 0, second = 0] = local.map(Number);
    return (
      validDate(year!, month!, day!) && validIso(Date.UTC(year!, month! - 1, day, hour || 0, minute || 0, second || 0))
    );
  }
  const match = ISO_DATE.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return (
    validDate(Number(year), Number(month), Number(day)) &&
    validIso(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`))
  );
}

/** Checks that a date exists; otherwise "31/02/2026" would become a day in March. */
function validDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function validIso(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || ms < 0 ? null : date.toISOString();
}

/** Parses a date without a time: ISO or DD/MM/YYYY. */
export function dayOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const local = LOCAL_DATE.exec(value.trim());
  if (local) return validDate(Number(local[3]), Number(local[2]), Number(local[1]));
  const match = ISO_DATE.exec(value.trim());
  return match && validDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Returns a text or number as text, because APIs may send phone numbers as numbers. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim().normalize('NFC');
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** Reads the fields of a row. Each method takes the names that APIs use for the field, the most common name first. */
export class RowReader {
  readonly fields: Fields;
  readonly ids: Ids;

  constructor(raw: unknown, ids: Ids) {
    this.fields = fieldsOf(raw);
    this.ids = ids;
  }

  /** Returns the first of these fields that has a value; undefined if none has. */
  value(...names: readonly string[]): unknown {
    return names
      .map((name) => this.fields[name])
      .find((value) => value !== undefined && value !== null && value !== '');
  }

  /** Whether the API sends one of these fields, even with an empty value. */
  has(...names: readonly string[]): boolean {
    return names.some((name) => this.fields[name] !== undefined);
  }

  textOrNull(...names: readonly string[]): string | null {
    return textOf(this.value(...names)) || null;
  }

  text(...names: readonly string[]): string {
    return this.textOrNull(...names) ?? '';
  }

  required(...names: readonly string[]): string {
    const text = this.textOrNull(...names);
    if (text === null) throw new Unreadable(names[0]);
    return text;
  }

  number(...names: readonly string[]): number | null {
    const value = this.value(...names);
    const number = typeof value === 'string' ? Number(value.trim().replace(',', '.')) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : null;
  }

  int(fallback: number, ...names: readonly string[]): number {
    return Math.round(this.number(...names) ?? fallback);
  }

  bool(...names: readonly string[]): boolean {
    const value = this.value(...names);
    return value === true || value === 1 || (typeof value === 'string' && /^(true|1|yes)$/i.test(value));
  }

  instant(...names: readonly string[]): string | null {
    return instantOf(this.value(...names));
  }

  requiredInstant(...names: readonly string[]): string {
    const instant = this.instant(...names);
    if (instant === null) throw new Unreadable(names[0]);
    return instant;
  }

  day(...names: readonly string[]): string | null {
    return dayOf(this.value(...names));
  }

  /** Returns the value in lower case, without spaces, if it is one of those allowed; otherwise the fallback. */
  oneOf<T extends string, F>(allowed: readonly T[], fallback: F, ...names: readonly string[]): T | F {
    const value = this.value(...names);
    const text = (
      textOf(isObject(value) ? (fieldsOf(value)['id'] ?? fieldsOf(value)['value']) : value) ?? ''
    ).toLowerCase();
    return allowed.find((each) => each === text.replaceAll(/[ -]+/g, '_')) ?? fallback;
  }

  /** Returns the id of a record to which the row refers by an id or an embedded object. */
  ref(space: IdSpace, ...names: readonly string[]): string | null {
    const value = this.value(...names);
    return this.ids.own(space, isObject(value) ? (fieldsOf(value)['id'] ?? fieldsOf(value)['pk']) : value);
  }

  requiredRef(space: IdSpace, ...names: readonly string[]): string {
    const id = this.ref(space, ...names);
    if (id === null) throw new Unreadable(names[0]);
    return id;
  }

  id(space: IdSpace): string {
    return this.requiredRef(space, 'id', 'pk', 'uuid');
  }

  /** Returns the name of a person that the row contains as text or in an embedded object. */
  personName(...names: readonly string[]): string {
    const value = names.map((name) => this.fields[name]).find((each) => isObject(each) || typeof each === 'string');
    if (!isObject(value)) return textOf(value) ?? '';
    const person = new RowReader(value, this.ids);
    return person.text('name', 'full_name') || [person.text('first_name'), person.text('last_name')].join(' ').trim();
  }

  /** Returns a list of texts, which the API sends as a list or as one text with commas. */
  texts(...names: readonly string[]): string[] {
    const value = this.value(...names);
    const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
    return items.flatMap((item) => {
      const text = textOf(isObject(item) ? (fieldsOf(item)['name'] ?? fieldsOf(item)['email']) : item);
      return text ? [text] : [];
    });
  }

  list(...names: readonly string[]): unknown[] {
    const value = this.value(...names);
    return Array.isArray(value) ? value : [];
  }

  zone(...names: readonly string[]): string {
    const zone = this.text(...names);
    return zone !== '' && isZone(zone) ? zone : 'UTC';
  }
}

import { expect, test } from 'vitest';
import { isErrorBody } from '../../../workers/sync/documented/api-client.ts';
import { Ids } from '../../../workers/sync/documented/ids.ts';
import { pageOf } from '../../../workers/sync/documented/lists.ts';
import { dayOf, instantOf, RowReader } from '../../../workers/sync/documented/values.ts';

const row = (fields: unknown) => new RowReader(fields, new Ids());

test.each([
  ['2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T10:00:00+02:00', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T10:00:00.123456+0200', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02 08:00', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ['02/03/2026 08:00', '2026-03-02T08:00:00.000Z'],
  ['2/3/2026', '2026-03-02T00:00:00.000Z'],
  ['02.03.2026 08:00:00', '2026-03-02T08:00:00.000Z'],
  [1772438400, '2026-03-02T08:00:00.000Z'],
  [1772438400000, '2026-03-02T08:00:00.000Z'],
  [99_999_999_999, '5138-11-16T09:46:39.000Z'],
  [100_000_000_000, '1973-03-03T09:46:40.000Z'],
  ['31/02/2026 08:00', null],
  ['2026-02-31', null],
  ['yesterday', null],
  ['', null],
  [null, null],
])('reads the time %j as %j', (value, instant) => {
  expect(instantOf(value)).toBe(instant);
});

test.each([
  ['05/03/1990', '1990-03-05'],
  ['1990-03-05', '1990-03-05'],
  ['1990-03-05T00:00:00Z', '1990-03-05'],
  ['30/02/1990', null],
  [7, null],
])('reads the date %j as %j', (value, day) => {
  expect(dayOf(value)).toBe(day);
});

test('reads a field by any of its names, in camelCase as well', () => {
  expect(row({ firstName: ' Anna ' }).text('first_name')).toBe('Anna');
  expect(row({ name: null, title: 'Hello' }).text('name', 'title')).toBe('Hello');
  expect(row({}).text('name')).toBe('');
  expect(row({ phone: 49151 }).text('phone')).toBe('49151');
  expect(() => row({ name: '' }).required('name')).toThrow('name');
});

test('reads numbers and truth values in the forms that APIs send', () => {
  expect(row({ price: '4,50' }).number('price')).toBe(4.5);
  expect(row({ price: 'free' }).number('price')).toBeNull();
  expect([true, 1, '1', 'True', 'yes'].map((value) => row({ value }).bool('value'))).not.toContain(false);
  expect([false, 0, '0', '', null, 'no'].map((value) => row({ value }).bool('value'))).not.toContain(true);
});

test('reads one of the allowed values, also from an object or with a space instead of an underscore', () => {
  expect(row({ status: 'Not active' }).oneOf(['active', 'not_active'], null, 'status')).toBe('not_active');
  expect(row({ status: { id: 'active' } }).oneOf(['active', 'not_active'], null, 'status')).toBe('active');
  expect(row({ status: 7 }).oneOf(['active'], null, 'status')).toBeNull();
});

test('reads lists of names from texts and objects', () => {
  expect(row({ tags: 'a, b' }).texts('tags')).toEqual(['a', 'b']);
  expect(row({ tags: [{ name: 'a' }, 'b', null] }).texts('tags')).toEqual(['a', 'b']);
  expect(row({ user: { firstName: 'Anna', lastName: 'P.' } }).personName('user')).toBe('Anna P.');
});

test('a number and the text of its digits become the same id, but equal numbers of different lists become different ids', () => {
  const ids = new Ids();
  expect(ids.own('contact', '7')).toBe(ids.own('contact', 7));
  expect(ids.own('contact', 7)).not.toBe(ids.own('lesson', 7));
  expect(ids.foreign(ids.own('contact', '0007')!)).toBe(7);
  expect(ids.own('contact', null)).toBeNull();
  expect(ids.own('contact', ' ')).toBeNull();
});

test('a UUID stays as it is, and any other text becomes the same id each time', () => {
  const ids = new Ids();
  const uuid = '01900000-0000-7000-8000-00000000000a';
  expect(ids.own('contact', uuid.toUpperCase())).toBe(uuid);
  expect(ids.foreign(uuid)).toBe(uuid);
  const id = ids.own('contact', 'anna-p')!;
  expect(new Ids().own('contact', 'anna-p')).toBe(id);
  expect(ids.foreign(id)).toBe('anna-p');
  expect(ids.own('contact', '12345678901234567890')).not.toBe(ids.own('contact', '12345678901234567891'));
});

test('replaces ids in a body at any depth, and no other text', () => {
  const ids = new Ids();
  const lesson = ids.own('lesson', 3);
  const body = { lesson, text: 'lesson 3', list: [{ id: ids.own('contact', 4) }], none: null };
  expect(ids.foreignBody(body)).toEqual({ lesson: 3, text: 'lesson 3', list: [{ id: 4 }], none: null });
});

test.each([
  [[1, 2], { rows: [1, 2], count: null, has_next: undefined }],
  [
    { results: [1], count: 5, next: null },
    { rows: [1], count: 5, has_next: false },
  ],
  [
    { data: [1], total: 5, next: '?page=2' },
    { rows: [1], count: 5, has_next: true },
  ],
  [
    { data: { items: [1] }, success: true },
    { rows: [1], count: null, has_next: undefined },
  ],
  [{ hello: 'world' }, null],
  ['text', null],
  [null, null],
])('finds the rows in %j', (body, page) => {
  expect(pageOf(body)).toEqual(page);
});

test.each([
  [{ error: 'no' }, true],
  [{ errors: { name: ['no'] } }, true],
  [{ success: false }, true],
  [{ ok: false, id: 3 }, true],
  [{ status: 'error' }, true],
  [{ detail: 'Not found.' }, true],
  [{ matches: true, error: '' }, false],
  [{ errors: [] }, false],
  [{ id: 3, detail: 'A text of the record' }, false],
  [{ id: 3, status: 'new' }, false],
  [[], false],
])('takes %j for an error: %j', (body, isError) => {
  expect(isErrorBody(body)).toBe(isError);
});

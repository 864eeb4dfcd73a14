import { afterEach, expect, it, vi } from 'vitest';
import {
  Consent,
  ContactEditArgs,
  contactFields,
  ContactPhone,
  PhoneNumber,
  SentPhoto,
  storedContactFields,
} from '../../contract/entities/contact.ts';
import { sampleTime, codeOf, describeFields, sampleId, many, photo, textOfLength } from '../helpers/field-cases.ts';

const phone = { number: '+4915112345678', label: '' };
const digits = (count: number) => '1234567890123456'.slice(0, count);

describeFields([
  [
    'first name',
    contactFields.first_name,
    ['x', textOfLength(100)],
    [
      ['', 'empty'],
      [' ', 'empty'],
      [textOfLength(101), 'too_long'],
    ],
  ],
  ['last name', contactFields.last_name, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  ['middle name', contactFields.middle_name, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  ['phones', contactFields.phones, [[], many(5, phone)], [[many(6, phone), 'too_long']]],
  [
    'e-mails',
    contactFields.emails,
    [[], many(3, 'a@example.org')],
    [
      [many(4, 'a@example.org'), 'too_long'],
      [['a'], 'email_invalid'],
    ],
  ],
  [
    'telegram',
    contactFields.telegram,
    [null, 'abcd', 'Anna_99', textOfLength(32)],
    [
      ['abc', 'telegram_invalid'],
      [textOfLength(33), 'telegram_invalid'],
      ['@anna', 'telegram_invalid'],
      ['anna berg', 'telegram_invalid'],
    ],
  ],
  ['city', contactFields.city, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  [
    'country',
    contactFields.country,
    [null, 'DE'],
    [
      ['de', 'invalid'],
      ['DEU', 'invalid'],
      ['D', 'invalid'],
      ['XX', 'invalid'],
      ['EU', 'invalid'],
    ],
  ],
  [
    'date of birth',
    contactFields.date_birth,
    [null, '1900-01-01', '2020-02-29'],
    [
      ['1899-12-31', 'invalid'],
      ['2021-02-29', 'invalid'],
      ['1.2.2000', 'invalid'],
      ['2999-01-01', 'in_future'],
    ],
  ],
  ['address', contactFields.address, ['', textOfLength(200)], [[textOfLength(201), 'too_long']]],
  ['work zone', contactFields.work_zone, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  ['partner', contactFields.is_partner, [true, false], [['yes', null]]],
  ['category', contactFields.category_id, [null, sampleId(1)], [['friends', 'invalid']]],
  ['status', contactFields.status, ['new', 'partner'], [['old', 'invalid']]],
  ['notes', contactFields.notes, ['', textOfLength(10_000)], [[textOfLength(10_001), 'too_long']]],
  ['next step', contactFields.next_step_at, [null, sampleTime], [['tomorrow', 'time_invalid']]],
  [
    'consent',
    contactFields.consent,
    [null, { given_at: sampleTime, how: 'by phone' }],
    [
      [{ given_at: sampleTime, how: '' }, 'empty'],
      [{ given_at: sampleTime, how: textOfLength(201) }, 'too_long'],
    ],
  ],
  [
    'kind of consent',
    Consent,
    [{ given_at: sampleTime, how: textOfLength(200) }],
    [
      [{ given_at: 'once', how: 'x' }, 'time_invalid'],
      [{ given_at: sampleTime, how: 'x', more: 1 }, null],
    ],
  ],
  [
    'phone',
    ContactPhone,
    [phone, { ...phone, label: textOfLength(40), invalid: true }],
    [
      [{ ...phone, label: textOfLength(41) }, 'too_long'],
      [{ ...phone, more: 1 }, null],
    ],
  ],
  [
    'number',
    PhoneNumber,
    [`+${digits(7)}`, `+${digits(15)}`, '112', '0151 / 23-45 (6).*#,;', digits(12)],
    [
      ['12', 'phone_invalid'],
      ['(1) 2', 'phone_invalid'],
      ['anna', 'phone_invalid'],
      ['1'.repeat(31), 'phone_invalid'],
    ],
  ],
  [
    'photo',
    SentPhoto,
    [photo, { ...photo, mime: 'image/jpeg', bytes: 10 * 1024 * 1024 }, { ...photo, mime: 'image/webp' }],
    [
      [{ ...photo, bytes: 0 }, null],
      [{ ...photo, bytes: 10 * 1024 * 1024 + 1 }, null],
      [{ ...photo, mime: 'image/gif' }, null],
      [{ ...photo, sha256: 'A'.repeat(64) }, 'invalid'],
    ],
  ],
  [
    'edit',
    ContactEditArgs,
    [{ notes: 'x' }, { consent: null }],
    [
      [{}, 'empty'],
      [{ owner_id: sampleId(1) }, null],
    ],
  ],
]);

afterEach(() => void vi.useRealTimers());

it("accepts a date of birth up to today's date in the time zone that is furthest ahead", () => {
  vi.setSystemTime('2026-03-02T09:59:59.999Z');
  expect(codeOf(contactFields.date_birth, '2026-03-02')).toBeNull();
  expect(codeOf(contactFields.date_birth, '2026-03-03')).toBe('in_future');
  vi.setSystemTime('2026-03-02T10:00:00.000Z');
  expect(codeOf(contactFields.date_birth, '2026-03-03')).toBeNull();
  expect(codeOf(contactFields.date_birth, '2026-03-04')).toBe('in_future');
});

it('restores a stored contact with a country that no longer exists and a date of birth in the future', () => {
  expect(codeOf(storedContactFields.country, 'XX')).toBeNull();
  expect(codeOf(storedContactFields.country, 'xx')).toBe('invalid');
  expect(codeOf(storedContactFields.date_birth, '2999-01-01')).toBeNull();
  expect(codeOf(storedContactFields.date_birth, '1899-12-31')).toBe('invalid');
});

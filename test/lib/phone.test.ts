import { describe, expect, test } from 'vitest';
import { PhoneNumber } from '../../contract/entities/contact.ts';
import { parsePhone, formatPhone } from '../../src/lib/phone.ts';

describe('phone number normalisation', () => {
  test.each([
    ['0151 2345678', 'DE', '+491512345678'],
    ['8 (912) 345-67-89', 'RU', '+79123456789'],
    ['0049 151 2345678', 'DE', '+491512345678'],
    ['+1 (213) 373-4253', 'DE', '+12133734253'],
    ['+49 151 2345678', null, '+491512345678'],
    ['\u00a0+49\u00a0151\u00a02345678 ', null, '+491512345678'],
    ['8 777 123 45 67', 'KZ', '+77771234567'],
  ])('normalises the phone number %s (country: %s) to %s', async (written, country, kept) => {
    expect(await parsePhone(written, country)).toBe(kept);
  });

  test.each([
    ['112', '112'],
    ['*100#', '*100#'],
    ['204 11', '204 11'],
    ['030 1234567 ext. 12', '+49301234567,12'],
    ['+49 30 1234567 доб. 12', '+49301234567,12'],
    ['030 1234567, 12', '+49301234567,12'],
  ])('stores the number %s as it is dialled: %s', async (written, kept) => {
    expect(await parsePhone(written, 'DE')).toBe(kept);
    expect(PhoneNumber.safeParse(kept).success).toBe(true);
  });

  test('keeps a phone number without country code as written when the country is unknown', async () => {
    expect(await parsePhone('0151 2345678', null)).toBe('0151 2345678');
  });

  test.each(['hello', '151 abc', '++', '+4915', '12', '', '1-800-FLOWERS', '+999 1234', '0151 2345678 9876 5432 1'])(
    'rejects %s as a phone number',
    async (written) => {
      expect(await parsePhone(written, 'DE')).toBeNull();
    },
  );

  test('formats a phone number in groups', async () => {
    expect(await formatPhone('+12133734253')).toBe('+1 213 373 4253');
    expect(await formatPhone('112')).toBe('112');
  });
});

import { describe, expect, test } from 'vitest';
import { candidatesOf, parseCountryCode } from '../../src/features/contacts/import-cards.ts';
import { decodeVcardFile } from '../../src/features/contacts/vcard-text.ts';
import { stubBlobArrayBuffer, parseVcards } from './vcard-reader.ts';

const file = (...lines: string[]): string => lines.join('\r\n');

const modern = file(
  'BEGIN:VCARD',
  'VERSION:4.0',
  'N:Petrova;Nina;Ivanovna;;',
  'FN:Nina Petrova',
  'TEL;TYPE=cell;VALUE=uri:tel:+49-151-2345678',
  'TEL;TYPE="work,voice":030 1234567',
  'EMAIL;TYPE=home:nina@example.org',
  'ADR;TYPE=home:;;Hauptstr. 4;Berlin;;10115;Deutschland',
  'BDAY:19900504',
  'NOTE:Likes walks\\, and tea\\nTwice a week',
  'IMPP:telegram:nina_p',
  'END:VCARD',
);

const apple = file(
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Weber;Jonas;;;',
  'FN:Jonas Weber',
  'ORG:Weber GmbH;',
  'item1.TEL;type=pref:+49 151 2345679',
  'item1.X-ABLabel:_$!<Other>!$_',
  'item2.URL;type=pref:https://t.me/jonas_w',
  'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
  ' AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'BDAY;value=date:1985-12-01',
  'END:VCARD',
);

const nokia = file(
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=D0=B0=D0=BD=D0=BE=D0=B2=D0=B0;=D0=9E=D0=BB=D1=8C=',
  '=D0=B3=D0=B0;;;',
  'TEL;CELL;PREF:8 912 345-67-89',
  'TEL;HOME:345',
  'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1251:=CF=F0=E8=E2=E5=F2, =\r\n=EC=E8=F0=0D=0A=F3=F0=E0; ok',
  'PHOTO;JPEG;ENCODING=BASE64:',
  ' /9j/4AAQSkZJRgABAQ',
  ' AAAAAAAA==',
  '',
  'END:VCARD',
);

const reading = {
  country: 'DE',
  now: Date.parse('2026-05-03T10:00:00.000Z'),
  kinds: { mobile: 'Mobile', home: 'Home', work: 'Work', '': '' },
};

stubBlobArrayBuffer();

describe('vCard parser', () => {
  test('reads vCards of version 4', async () => {
    expect(await parseVcards(modern)).toEqual([
      {
        first_name: 'Nina',
        last_name: 'Petrova',
        middle_name: 'Ivanovna',
        phones: [
          { number: '+49-151-2345678', kind: 'mobile' },
          { number: '030 1234567', kind: 'work' },
        ],
        emails: ['nina@example.org'],
        telegram: 'nina_p',
        address: 'Hauptstr. 4, 10115',
        city: 'Berlin',
        country: 'Deutschland',
        date_birth: expect.stringMatching(/^1990-?05-?04$/) as string,
        notes: 'Likes walks, and tea\nTwice a week',
        photo: null,
      },
    ]);
  });

  test('reads vCards of version 3 with groups and a picture', async () => {
    const [card] = await parseVcards(apple);
    expect(card).toMatchObject({ first_name: 'Jonas', last_name: 'Weber', telegram: 'https://t.me/jonas_w' });
    expect(card).toMatchObject({ phones: [{ number: '+49 151 2345679', kind: '' }], notes: 'Weber GmbH' });
  });

  test('reads vCards of version 2.1 with quoted-printable text in two charsets', async () => {
    const [card] = await parseVcards(nokia);
    expect(card).toMatchObject({ first_name: 'Ольга', last_name: 'Иванова' });
    expect(card?.phones).toEqual([
      { number: '8 912 345-67-89', kind: 'mobile' },
      { number: '345', kind: 'home' },
    ]);
    expect(card?.notes).toBe('Привет, мир\nура; ok');
  });

  test('skips an unreadable vCard and keeps the others', async () => {
    const cards = await parseVcards(`${modern}\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nN:Cut;O`);
    expect(cards.map((card) => card?.first_name)).toEqual(['Nina', undefined]);
    expect(await parseVcards('no cards at all')).toEqual([]);
  });

  test('splits the one-line name in the vCard of a person, but not of a company', async () => {
    const of = async (...lines: string[]) =>
      (await parseVcards(file('BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD')))[0];
    expect(await of('FN:Anna Maria Berg')).toMatchObject({ first_name: 'Anna', last_name: 'Maria Berg' });
    expect(await of('FN:Bakery North', 'ORG:Bakery North')).toMatchObject({
      first_name: 'Bakery North',
      last_name: '',
    });
    expect(await of('N:Solo;;;;', 'FN:Solo')).toMatchObject({ first_name: 'Solo', last_name: '' });
  });

  test('reads the text of a vCard file in windows-1251 or UTF-8', () => {
    const bytes = new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]).buffer;
    expect(decodeVcardFile(bytes)).toBe('Привет');
    expect(decodeVcardFile(new TextEncoder().encode('Привет').buffer)).toBe('Привет');
  });
});

describe('imported people', () => {
  test('completes the phone numbers and the country of an imported person', async () => {
    const cards = await parseVcards(modern);
    const [nina] = await candidatesOf(cards, new Map(), reading);
    expect(nina).toMatchObject({ name: 'Nina Petrova', problems: [], duplicate: null });
    expect(nina?.fields).toMatchObject({
      phones: [
        { number: '+491512345678', label: 'Mobile' },
        { number: '+49301234567', label: 'Work' },
      ],
      country: 'DE',
      telegram: 'nina_p',
      date_birth: '1990-05-04',
    });
  });

  test('marks imported people who duplicate existing contacts or earlier cards', async () => {
    const cards = [...(await parseVcards(modern)), ...(await parseVcards(modern)), ...(await parseVcards(apple))];
    const book = new Map([['+491512345679', 'Jonas from Berlin']]);
    const duplicates = (await candidatesOf(cards, book, reading)).map(({ duplicate }) => duplicate);
    expect(duplicates).toEqual([
      null,
      { name: 'Nina Petrova', where: 'file' },
      { name: 'Jonas from Berlin', where: 'book' },
    ]);
  });

  test('reports and drops the invalid values of an imported person, and keeps the valid ones', async () => {
    const text = file(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Max;;;',
      'TEL:hello',
      ...[1, 2, 3, 4, 5, 6].map((last) => `TEL:+4915123456${last}0`),
      'EMAIL:max(at)example',
      'BDAY:--0504',
      'END:VCARD',
    );
    const [max] = await candidatesOf(await parseVcards(text), new Map(), reading);
    expect(max?.fields?.phones).toHaveLength(5);
    expect(max?.problems).toEqual([
      { what: 'phone', text: 'hello' },
      { what: 'too_many_phones' },
      { what: 'email', text: 'max(at)example' },
      { what: 'date_birth', text: expect.stringContaining('05') as string },
    ]);
  });

  test('skips imported people without identifying data', async () => {
    const text = file('BEGIN:VCARD', 'VERSION:3.0', 'NOTE:nobody', 'END:VCARD');
    const [nobody, broken] = await candidatesOf([...(await parseVcards(text)), null], new Map(), reading);
    expect(nobody).toMatchObject({ fields: null, problems: [{ what: 'nobody' }] });
    expect(broken).toMatchObject({ fields: null, problems: [{ what: 'unreadable' }] });
  });

  test('reads the country of an imported person from a code or a name', () => {
    expect(['de', 'Germany', 'Германия', 'Österreich', 'Atlantis', ''].map(parseCountryCode)).toEqual([
      'DE',
      'DE',
      'DE',
      'AT',
      null,
      null,
    ]);
  });
});

import { expect, test } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { createVcardWriter, type CardDetails } from '../../src/features/contacts/export-vcard.ts';
import { candidatesOf } from '../../src/features/contacts/import-cards.ts';
import { readPhotoProperty } from '../../src/features/contacts/import-photo.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA } from './fake-app.tsx';
import { stubBlobArrayBuffer, parseVcards } from './vcard-reader.ts';

stubBlobArrayBuffer();

const kinds = { mobile: 'Handy', home: 'Privat', work: 'Arbeit', '': '' };
const reading = { country: null, now: Date.parse('2026-05-03T10:00:00.000Z'), kinds };

const nina: Contact = contactRow({
  owner_id: ANNA,
  first_name: 'Nina; B.',
  last_name: 'Petrova, geb. \\Klein',
  middle_name: 'Ивановна',
  phones: [
    { number: '+491511234567', label: 'Handy' },
    { number: '+49301234567', label: 'Arbeit' },
    { number: '+49301234568', label: 'Sister' },
  ],
  emails: ['nina@example.org', 'n.p@example.org'],
  telegram: 'nina_p',
  address: 'Hauptstr. 4, 2. Hof',
  city: 'Köln',
  country: 'DE',
  date_birth: '1990-05-04',
  notes: `Likes walks, and tea; twice a week\nEND:VCARD\n"Quoted" ${'долго '.repeat(40)}end`,
});

const write = async (contact: Contact, details: Partial<CardDetails> = {}): Promise<string> =>
  (await createVcardWriter(kinds))(contact, { category: null, photo: null, ...details });

test('an exported vCard contains everything that an import reads', async () => {
  const text = (await write(nina)) + (await write({ ...nina, first_name: 'Olga', phones: [] }));
  const [first, second, ...others] = await candidatesOf(await parseVcards(text), new Map(), reading);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ problems: [] });
  for (const field of [
    ...(['first_name', 'last_name', 'middle_name', 'emails', 'telegram'] as const),
    ...(['address', 'city', 'country', 'date_birth', 'notes'] as const),
  ])
    expect([field, first?.fields?.[field]]).toEqual([field, nina[field]]);
  expect(first?.fields?.phones).toEqual([
    { number: '+491511234567', label: 'Handy' },
    { number: '+49301234567', label: 'Arbeit' },
    { number: '+49301234568', label: '' },
  ]);
  expect(second?.fields).toMatchObject({ first_name: 'Olga', phones: [] });
});

test('an exported vCard has lines of at most 76 bytes that end with CRLF', async () => {
  const lines = (await write(nina)).split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  expect(lines.filter((line) => new TextEncoder().encode(line).length > 76)).toEqual([]);
});

test('an exported vCard names the category and contains the photo', async () => {
  const data = new Uint8Array(20_000).map((_, index) => index % 251).buffer;
  const text = await write(nina, { category: 'Choir, old', photo: { mime: 'image/jpeg', data } });
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain('\r\nCATEGORIES:Choir\\, old\r\n');
  const [, encoded = ''] = /\r\nPHOTO;ENCODING=b;TYPE=JPEG:(\S+)/.exec(unfolded) ?? [];
  expect(new Uint8Array(Buffer.from(encoded, 'base64'))).toEqual(new Uint8Array(data));
});

test('an import reads the photo of an exported vCard byte for byte, between other contacts', async () => {
  const photos = [
    { mime: 'image/jpeg', start: [0xff, 0xd8, 0xff] },
    { mime: 'image/png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a] },
    { mime: 'image/webp', start: [...'RIFF0000WEBP'].map((char) => char.charCodeAt(0)) },
  ].map(({ mime, start }, index) => {
    const rest = new Uint8Array(30_000 + index).map((_, at) => (at * 7) % 256);
    return { mime, data: new Uint8Array([...start, ...rest]).buffer };
  });
  const texts = [await write(nina), ...(await Promise.all(photos.map((photo) => write(nina, { photo }))))];
  const people = await candidatesOf(await parseVcards(texts.join('')), new Map(), reading);
  expect(people.map(({ photo }) => photo !== null)).toEqual([false, true, true, true]);
  expect(people.map(({ problems }) => problems)).toEqual([[], [], [], []]);
  for (const [index, { mime, data }] of photos.entries()) {
    const picture = await readPhotoProperty(people[index + 1]!.photo!);
    if (typeof picture === 'string') throw new Error(picture);
    expect(picture.type).toBe(mime);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array(data));
  }
});

test('an exported vCard of a contact with only a name has no empty properties', async () => {
  const bare = contactRow({ owner_id: ANNA, first_name: 'Zoe', last_name: '' });
  const empty = { phones: [], emails: [], telegram: null, address: '', city: '', country: null, date_birth: null };
  expect(await write({ ...bare, ...empty, notes: '' })).toBe(
    `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:urn:uuid:${bare.id}\r\nN:;Zoe;;;\r\nFN:Zoe\r\nEND:VCARD\r\n`,
  );
});

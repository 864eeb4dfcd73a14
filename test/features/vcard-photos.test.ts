import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChosenPhoto } from '../../src/components/media/prepare-photo.ts';
import { ImportPhotos, MAX_IMPORT_PHOTO_BYTES, readPhotoProperty } from '../../src/features/contacts/import-photo.ts';
import { readCardsOfFile, FileTooLarge, MAX_TEXT_BYTES } from '../../src/features/contacts/vcard-file.ts';
import { stubBlobArrayBuffer, parseVcards } from './vcard-reader.ts';

const preparedPhoto = vi.hoisted(() => ({ bytes: 1_000, why: '' }));
vi.mock('../../src/components/media/prepare-photo.ts', () => ({
  preparePhoto: async () =>
    preparedPhoto.why === ''
      ? { ok: true, photo: { sha256: 'a'.repeat(64), mime: 'image/jpeg', data: { byteLength: preparedPhoto.bytes } } }
      : { ok: false, why: preparedPhoto.why },
}));

stubBlobArrayBuffer();
afterEach(() => Object.assign(preparedPhoto, { bytes: 1_000, why: '' }));

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).toString('base64');
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Nina', ...lines, 'END:VCARD', ''].join('\r\n');
const photo = (value: string): Blob => new Blob([value]);

async function bytesOf(property: string): Promise<number[] | string> {
  const picture = await readPhotoProperty(photo(property));
  return typeof picture === 'string' ? picture : [...new Uint8Array(await picture.arrayBuffer())];
}

describe('the photo of a vCard', () => {
  it('reads the photo of a vCard in the forms of versions 2.1, 3.0 and 4.0, with folded lines', async () => {
    const expected = [...Buffer.from(JPEG, 'base64')];
    const folded = `${JPEG.slice(0, 5)}\r\n ${JPEG.slice(5)}\r\n`;
    for (const property of [
      `PHOTO;ENCODING=b;TYPE=JPEG:${folded}`,
      `item1.PHOTO;TYPE=JPEG;ENCODING=B:${folded}`,
      `PHOTO;JPEG;ENCODING=BASE64:\r\n ${folded}\r\n`,
      `PHOTO;BASE64;TYPE=JPEG:\n ${JPEG}\n`,
      `PHOTO:data:image/jpeg;base64,${folded}`,
      `PHOTO;VALUE=uri:data:image/jpeg;base64\\,${JPEG}`,
    ])
      expect([property, await bytesOf(property)]).toEqual([property, expected]);
  });

  it('skips the photo of a vCard if it is a link, damaged, too large, or neither JPEG, PNG nor WebP', async () => {
    expect(await bytesOf('PHOTO;VALUE=uri:https://example.org/nina.jpg')).toBe('photo_link');
    expect(await bytesOf('PHOTO;ENCODING=b:%%%')).toBe('photo_unreadable');
    expect(await bytesOf(`PHOTO:${JPEG}`)).toBe('photo_unreadable');
    expect(await bytesOf(`PHOTO;ENCODING=b:${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`)).toBe(
      'photo_unreadable',
    );
    expect(await readPhotoProperty({ size: 16 * 1024 * 1024 } as Blob)).toBe('photo_too_large');
  });
});

describe('a vCard file with photos', () => {
  it('splits a vCard file into cards with their text and the bytes of their first photo', async () => {
    const text = [
      card('TEL:1', `PHOTO;ENCODING=b:${JPEG.slice(0, 9)}`, ` ${JPEG.slice(9)}`, 'NOTE:after'),
      card('LOGO;ENCODING=b:AAAA', ' BBBB', 'KEY:CCCC', 'TEL:2'),
      card('PHOTO;ENCODING=b:first', 'PHOTO;ENCODING=b:second', ' more', 'TEL:3'),
    ].join('');
    const cards = await readCardsOfFile(new Blob([text]));
    expect(cards.map((found) => found.text)).toEqual(
      [card('TEL:1', 'NOTE:after'), card('TEL:2'), card('TEL:3')].map((one) => one.trim()),
    );
    const photos = await Promise.all(
      cards.map(async (found) => found.photo && Buffer.from(await found.photo.arrayBuffer()).toString()),
    );
    expect(photos).toEqual([
      `PHOTO;ENCODING=b:${JPEG.slice(0, 9)}\r\n ${JPEG.slice(9)}\r\n`,
      null,
      'PHOTO;ENCODING=b:first\r\n',
    ]);
  });

  it('reads a vCard file with photos correctly wherever the file is cut into pieces', async () => {
    const long = 'QUJD'.repeat(200_000);
    const text = Array.from({ length: 5 }, (_, index) =>
      card(`PHOTO;ENCODING=b:${long}`, `NOTE:${'é'.repeat(index * 37)}${index}`),
    ).join('');
    const cards = await readCardsOfFile(new Blob(['\ufeff', text]));
    expect(cards).toHaveLength(5);
    for (const [index, { text: own, photo: property }] of cards.entries()) {
      expect(own).toBe(card(`NOTE:${'é'.repeat(index * 37)}${index}`).trim());
      expect(property?.size).toBe(long.length + 'PHOTO;ENCODING=b:\r\n'.length);
    }
  });

  it('still reads a vCard file in UTF-16, but without photos', async () => {
    const text = card('NOTE:Привет', `PHOTO;ENCODING=b:${JPEG}`);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const cards = await readCardsOfFile(new Blob([utf16]));
    expect(cards).toEqual([{ text: text.trim(), photo: null }]);
  });

  it('refuses a vCard file whose text without the photos is too large', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const file = (kind: string, megabytes: number) =>
      new Blob([
        card().replace('END:VCARD\r\n', ''),
        ...Array.from({ length: megabytes }, () => `${kind}:${megabyte}\r\n`),
      ]);
    expect(MAX_TEXT_BYTES).toBe(50 * 1024 * 1024);
    await expect(readCardsOfFile(file('NOTE', 51))).rejects.toThrow(FileTooLarge);
    expect(await readCardsOfFile(file('PHOTO', 51))).toHaveLength(1);
  });

  it('keeps the photo of each person that is read from a vCard file', async () => {
    const [nina, max] = await parseVcards(card(`PHOTO;ENCODING=b:${JPEG}`) + card());
    expect([nina?.photo?.size, max?.photo]).toEqual([`PHOTO;ENCODING=b:${JPEG}\r\n`.length, null]);
  });
});

describe('the photos of one import', () => {
  const property = photo(`PHOTO;ENCODING=b:${JPEG}`);

  it('an import takes at most 100 MB of photos, and counts the others', async () => {
    expect(MAX_IMPORT_PHOTO_BYTES).toBe(100 * 1024 * 1024);
    preparedPhoto.bytes = 50 * 1024 * 1024;
    const photos = new ImportPhotos();
    const results = [];
    for (let index = 0; index < 4; index += 1) results.push((await photos.prepare(property)) !== null);
    expect(results).toEqual([true, true, false, false]);
    expect([...photos.skipped]).toEqual([['photo_limit', 2]]);
  });

  it('an import counts unusable photos by their reason', async () => {
    const photos = new ImportPhotos();
    expect(await photos.prepare(null)).toBeNull();
    await photos.prepare(photo('PHOTO:https://example.org/x.jpg'));
    for (const why of ['not_an_image', 'no_room', 'too_heavy']) {
      preparedPhoto.why = why;
      expect(await photos.prepare(property)).toBeNull();
    }
    expect([...photos.skipped]).toEqual([
      ['photo_link', 1],
      ['photo_unreadable', 1],
      ['photo_too_large', 2],
    ]);
  });

  it('an import skips all photos when the disk is full', async () => {
    const photos = new ImportPhotos();
    const chosen = (await photos.prepare(property)) as ChosenPhoto;
    photos.giveUp([chosen, null]);
    expect(await photos.prepare(property)).toBeNull();
    expect([...photos.skipped]).toEqual([['photo_quota', 2]]);
  });
});

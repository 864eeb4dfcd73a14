import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { candidatesOf } from '../../src/features/contacts/import-cards.ts';
import { saveImport } from '../../src/features/contacts/import-save.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubBlobArrayBuffer, parseVcards } from './vcard-reader.ts';

const SHA = 'a'.repeat(64);

vi.mock('../../src/components/media/prepare-photo.ts', async (load) => ({
  ...(await load<object>()),
  preparePhoto: async () => ({ ok: true, photo: { sha256: SHA, mime: 'image/jpeg', data: new ArrayBuffer(8) } }),
}));

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');
const card = (name: string, photo: string) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `PHOTO;ENCODING=b:${photo}`, 'END:VCARD', ''].join('\r\n');

let ports: DbPorts;
let db: PhoneDb;

stubBlobArrayBuffer();
beforeAll(async () => {
  await Promise.all([
    import('../../src/features/contacts/import-screen.tsx'),
    import('ical.js'),
    import('../../src/db/outbox/outbox.ts'),
  ]);
});
beforeEach(async () => {
  ports = freshPorts();
  db = await openPhone(ports, {}, { connection: 'offline' });
});

describe('importing contacts with photos', () => {
  it('saves each photo after its person, and says how many photos could not be read', async () => {
    await showApp('/contacts/import', ports);
    const file = new File([card('Nina', JPEG), card('Max', 'damaged'), card('Olga', JPEG)], 'book.vcf');
    fireEvent.change(await screen.findByLabelText('vCard files'), { target: { files: [file] } });
    expect(await screen.findAllByText('With photo')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Save 3 contacts' }));
    expect(await screen.findByText('3 saved')).toBeTruthy();
    expect(screen.getByText('photo could not be read: 1')).toBeTruthy();
    const queue = await db.outbox.orderBy('seq').toArray();
    expect(queue.map(({ kind, title }) => [kind, title])).toEqual([
      ['contact.create', 'Nina'],
      ['contact.photo', 'Nina'],
      ['contact.create', 'Max'],
      ['contact.create', 'Olga'],
      ['contact.photo', 'Olga'],
    ]);
    expect(queue.map(({ deps }) => deps)).toEqual([[], [queue[0]!.op_id], [], [], [queue[3]!.op_id]]);
    expect(queue[1]).toMatchObject({ entity_id: queue[0]!.entity_id, blobs: [SHA] });
    expect(await db.blobs.get(SHA)).toMatchObject({ bytes: 8, sent_at: null });
    expect(
      await db.contacts
        .toCollection()
        .filter(({ photo }) => photo?.sha256 === SHA)
        .count(),
    ).toBe(2);
  });

  it('saves the people without their photos if the disk has no space for the photos', async () => {
    const written: string[][] = [];
    const writeAll = async (drafts: readonly Draft[]): Promise<string[]> => {
      if (drafts.some(({ files }) => files)) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      written.push(drafts.map(({ kind }) => kind));
      return [];
    };
    const store = { db, actor: { user_id: ANNA }, now: Date.now, newId: () => crypto.randomUUID(), writeAll };
    const kinds = { mobile: '', home: '', work: '', '': '' };
    const cards = await parseVcards(card('Nina', JPEG).repeat(60));
    const people = await candidatesOf(cards, new Map(), { country: null, now: Date.now(), kinds });
    const result = await saveImport(store as unknown as Store, people, () => {});
    expect(written.map(({ length }) => length)).toEqual([50, 10]);
    expect(result).toMatchObject({ saved: 60, left: 0, why: null });
    expect([...result.skippedPhotos]).toEqual([['photo_quota', 60]]);
  });
});

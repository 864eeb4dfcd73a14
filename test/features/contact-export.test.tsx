import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import type { ContactCategory } from '../../contract/entities/contact-category.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { newId } from '../helpers/phone.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, search, setSearchedDatabase } from './fake-search.ts';

const saved = vi.hoisted(() => vi.fn<(name: string, type: string, parts: Blob[]) => void>());
vi.mock('../../src/components/media/save-file.ts', () => ({ saveFile: saved, saveBlob: () => {} }));
vi.mock('../../src/bridge/search.ts', async () => import('./fake-search.ts'));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchBlob: async () => ({ ok: false, why: 'offline' }) } }));

let ports: DbPorts;
let db: PhoneDb;

beforeEach(() => {
  ports = freshPorts();
  saved.mockReset();
});
afterEach(() => {
  closeSearch();
  vi.restoreAllMocks();
});

const CREATED = '2026-01-02T08:00:00.000Z';

const categoryRow = (change: Pick<ContactCategory, 'owner_id' | 'name'>): ContactCategory => ({
  ...{ id: newId(), rev: 1, color: 'teal', position: 1, created_at: CREATED, updated_at: CREATED },
  ...change,
});

const friends = categoryRow({ owner_id: ANNA, name: 'Friends' });
const named = (first_name: string, change: Partial<Contact> = {}): Contact =>
  contactRow({ owner_id: ANNA, first_name, last_name: '', ...change });

async function show(contacts: readonly Contact[], at = '/contacts'): Promise<void> {
  db = await openPhone(ports, {}, { last_fetched_at: '2026-03-02T08:00:00.000Z', connection: 'offline' });
  await db.contact_categories.put(friends);
  await db.contacts.bulkPut(contacts);
  setSearchedDatabase(db);
  await showApp(at, ports);
}

async function choose(format: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: format }));
}

const textOf = (parts: Blob[]): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(new Blob(parts));
  });

async function readExport(): Promise<{ name: string; type: string; text: string }> {
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  const [name, type, parts] = saved.mock.calls[0]!;
  return { name, type, text: await textOf(parts) };
}

const namesIn = (text: string): string[] => [...text.matchAll(/^FN:(.*?)\r$/gm)].map(([, name]) => name!);

describe('the export of contacts', () => {
  it('exports the contacts in the order of the list as CSV with escaped formulas', async () => {
    const phones = [
      { number: '+491512345678', label: 'Mobile' },
      { number: '112', label: '' },
    ];
    const anna = named('Anna', { phones, emails: ['anna@example.org'], notes: '=1+1', category_id: friends.id });
    await show([named('Zoe', { status: 'invited' }), anna]);
    await choose(/CSV/);
    const { name, type, text } = await readExport();
    expect(name).toMatch(/^haversack-contacts-\d{4}-\d\d-\d\d\.csv$/);
    expect(type).toBe('text/csv');
    expect(text.split('\r\n')).toEqual([
      'First name,Last name,Middle name,Phone,Phone 2,Phone 3,Phone 4,Phone 5,Email,Email 2,Email 3,' +
        'Telegram,City,Country,Address,Date of birth,Status,Category,Notes',
      "Anna,,,+491512345678,112,,,,anna@example.org,,,,,,,,New,Friends,'=1+1",
      'Zoe,,,,,,,,,,,,,,,,Invited,,',
      '',
    ]);
    await screen.findByText('2 contacts exported');
  });

  it('exports the contacts that match the filters, and no others, as vCards with their photos', async () => {
    const sha256 = 'a'.repeat(64);
    const photo = { sha256, mime: 'image/jpeg' } as const;
    const data = new Uint8Array([1, 2, 3]).buffer;
    await show([named('Anna', { photo, status: 'invited' }), named('Boris')], '/contacts?status=invited');
    await db.blobs.put({ sha256, mime: 'image/jpeg', data, bytes: 3, saved_at: 1, sent_at: 1 });
    await choose(/vCard/);
    const { name, type, text } = await readExport();
    expect(name).toMatch(/^haversack-contacts-\d{4}-\d\d-\d\d\.vcf$/);
    expect(type).toBe('text/vcard');
    expect(namesIn(text)).toEqual(['Anna']);
    expect(text).toContain('PHOTO;ENCODING=b;TYPE=JPEG:AQID\r\n');
  });

  it('exports more contacts than fit into one batch, in the order of the list', async () => {
    await show(Array.from({ length: 401 }, (_, index) => named(`N${String(index).padStart(3, '0')}`)));
    await choose(/vCard/);
    const { text } = await readExport();
    const names = namesIn(text);
    expect(names).toHaveLength(401);
    expect(names).toEqual(names.toSorted());
  });

  it("the export of contacts does not name another owner's category", async () => {
    const other = categoryRow({ owner_id: '0198c000-0000-7000-8000-000000000002', name: 'Secret' });
    await show([named('Anna', { category_id: other.id })]);
    await db.contact_categories.put(other);
    await choose(/CSV/);
    expect((await readExport()).text).not.toContain('Secret');
  });

  it('exports nothing and reports a failure while not all contacts have been read', async () => {
    await show([named('Anna')]);
    await screen.findByText('1 contact');
    const find = search.find;
    vi.spyOn(search, 'find').mockImplementation(async (...args) => {
      const found = await find(...args);
      return found && { ...found, is_complete: false };
    });
    await choose(/CSV/);
    await screen.findByText('The contacts could not be exported. Try again');
    expect(saved).not.toHaveBeenCalled();
  });

  it('offers no export of an empty contact list', async () => {
    await show([]);
    await screen.findByText('People you meet will appear here.');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });
});

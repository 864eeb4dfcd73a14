import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, setSearchedDatabase } from './fake-search.ts';

vi.mock('../../src/bridge/search.ts', async () => import('./fake-search.ts'));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchBlob: async () => ({ ok: false, why: 'offline' }) } }));

const OTHER = '0198c000-0000-7000-8000-0000000000c2';

let ports: DbPorts;
let db: PhoneDb;

beforeEach(() => {
  ports = freshPorts();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
});
afterEach(closeSearch);

async function show(at: string, theirs: Partial<Contact> = {}) {
  db = await openPhone(ports, {}, { connection: 'offline' });
  await db.contacts.bulkPut([makeContact({ notes: 'Mine' }), makeContact({ id: OTHER, notes: 'Theirs', ...theirs })]);
  setSearchedDatabase(db);
  return showApp(at, ports);
}

const kinds = async (): Promise<string[]> => (await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind);
const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));

describe('merging contacts', () => {
  it('merges the possible duplicate chosen under More, and undoes the merge', async () => {
    const app = await show(`/contacts/${CONTACT}`, { first_name: 'Jonaß' });
    await press('More actions');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Merge with…' }));
    const suggested = await screen.findByRole('list', { name: 'Possible duplicates' });
    fireEvent.click(within(suggested).getByRole('button', { name: 'Jonaß Weber' }));
    const notes = await screen.findByRole('radiogroup', { name: /Notes/ });
    expect(within(notes).getAllByRole('radio')).toHaveLength(3);
    await press('Merge');
    await waitFor(async () => expect(await kinds()).toEqual(['contact.merge', 'contact.delete']));
    expect(await db.contacts.toArray()).toMatchObject([{ id: CONTACT, notes: 'Mine\n\nTheirs', merged_ids: [OTHER] }]);
    await waitFor(() => expect(app.path()).toBe(`/contacts/${CONTACT}`));
    await press('Undo');
    await waitFor(async () => expect(await kinds()).toEqual([]));
    expect(await db.contacts.count()).toBe(2);
  });

  it('undoing a merge that was already sent sends the opposite writes', async () => {
    await show(`/contacts/${CONTACT}?merge=${OTHER}`);
    await press('Merge');
    await waitFor(async () => expect(await db.outbox.count()).toBe(2));
    await db.outbox.clear();
    await db.base.clear();
    await press('Undo');
    await waitFor(async () => expect(await kinds()).toEqual(['contact.unmerge', 'contact.restore']));
    expect(await db.contacts.get(CONTACT)).toMatchObject({ notes: 'Mine', merged_ids: [] });
    expect(await db.contacts.get(OTHER)).toMatchObject({ notes: 'Theirs' });
  });

  it('finds another contact of the same owner to merge by name', async () => {
    await show(`/contacts/${CONTACT}?merge=choose`, { first_name: 'Otto', phones: [] });
    await db.contacts.put(
      makeContact({ id: '0198c000-0000-7000-8000-0000000000c3', owner_id: OTHER, first_name: 'Foreign' }),
    );
    await screen.findByText(/No possible duplicates/);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search contacts' }), { target: { value: 'weber' } });
    const dialog = screen.getByRole('dialog', { name: 'Merge with' });
    expect(await within(dialog).findByRole('button', { name: 'Otto Weber' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Foreign Weber' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Jonas Weber' })).toBeNull();
  });

  it('opens the surviving contact at the URL of the merged contact', async () => {
    const app = await show(`/contacts/${OTHER}?q=web`);
    await db.contacts.delete(OTHER);
    await db.contacts.put(makeContact({ merged_ids: [OTHER] }));
    await waitFor(() => expect(app.path()).toBe(`/contacts/${CONTACT}?q=web`));
  });

  it('says why a contact that is missing or already merged cannot be merged', async () => {
    await show(`/contacts/${CONTACT}?merge=${OTHER}`);
    await db.contacts.delete(OTHER);
    await screen.findByText(/It was deleted or reassigned/);
    await db.contacts.put(makeContact({ merged_ids: [OTHER] }));
    await screen.findByText('These contacts are already merged.');
  });

  it('offers to merge a possible duplicate while a contact is being edited', async () => {
    const app = await show(`/contacts/${CONTACT}/edit`, { first_name: 'Jonas', last_name: 'Webel' });
    const name = await screen.findByRole('textbox', { name: 'Last name' });
    fireEvent.change(name, { target: { value: 'Webels' } });
    fireEvent.blur(name);
    fireEvent.click(await screen.findByRole('link', { name: 'Merge with Jonas Webel' }));
    await screen.findByRole('dialog', { name: 'Merge contacts' });
    expect(app.path()).toBe(`/contacts/${CONTACT}?merge=${OTHER}`);
  });
});

describe('a merge that the server refused', () => {
  const refused = (code: 'contacts_changed' | 'contact_merged', fields: Record<string, unknown>) =>
    makeEntry(1, {
      ...{ kind: 'contact.merge', entity: 'contacts', entity_id: CONTACT, atomic_group: OTHER, state: 'rejected' },
      args: { source_id: OTHER },
      error: { status: 409, code, fields, at: 0 },
    });

  it('a refused merge opens its sheet again, and the new merge replaces the refused one', async () => {
    await show('/sync');
    const entry = refused('contacts_changed', { changed: ['notes'] });
    await db.outbox.add(entry);
    fireEvent.click(await screen.findByRole('link', { name: 'Edit and resend' }));
    await press('Merge');
    await waitFor(async () => expect(await kinds()).toEqual(['contact.merge', 'contact.delete']));
    await waitFor(async () => expect(await db.outbox.get({ op_id: entry.op_id })).toBeUndefined());
  });

  it('a merge of a contact that another device has merged links to the surviving contact', async () => {
    await show('/sync');
    const third = '0198c000-0000-7000-8000-0000000000c3';
    await db.outbox.add(refused('contact_merged', { merged: CONTACT, into: third, into_name: 'Clara' }));
    const link = await screen.findByRole('link', { name: 'Edit and resend' });
    expect(link.getAttribute('href')).toContain(`/contacts/${third}?merge=${OTHER}`);
  });
});

describe('a refused edit of a merged contact', () => {
  it('a refused photo of a merged contact is sent for the surviving contact', async () => {
    await show('/sync');
    const fields = { merged: OTHER, into: CONTACT, into_name: 'Jonas Weber' };
    const error = { status: 409, code: 'contact_merged' as const, fields, at: 0 };
    const photo = { sha256: 'a'.repeat(64), mime: 'image/jpeg', bytes: 1000 };
    const args = { photo, at: '2026-05-03T10:00:00.000Z' };
    const entry = { kind: 'contact.photo', entity: 'contacts', entity_id: OTHER, lane: 'photo', args } as const;
    await db.outbox.add(makeEntry(1, { ...entry, state: 'rejected', error }));
    await press('Use for Jonas Weber');
    await waitFor(async () =>
      expect(await db.outbox.toArray()).toMatchObject([{ kind: 'contact.photo', entity_id: CONTACT, args: { photo } }]),
    );
    expect((await db.contacts.get(CONTACT))?.photo?.sha256).toBe(photo.sha256);
  });

  it('a refused edit of a merged contact is corrected and sent as an edit of the surviving contact', async () => {
    await show('/sync');
    await db.contacts.delete(OTHER);
    const fields = { merged: OTHER, into: CONTACT, into_name: 'Jonas Weber' };
    const error = { status: 409, code: 'contact_merged' as const, fields, at: 0 };
    const edit = { kind: 'contact.edit', entity: 'contacts', entity_id: OTHER, args: { notes: 'Late' } } as const;
    await db.outbox.add(makeEntry(1, { ...edit, state: 'rejected', error }));
    fireEvent.click(await screen.findByRole('link', { name: 'Edit and resend' }));
    const notes = await screen.findByRole('textbox', { name: 'Notes' });
    expect((notes as HTMLTextAreaElement).value).toBe('Mine\n\nLate');
    await press('Save contact');
    await waitFor(async () =>
      expect(await db.outbox.toArray()).toMatchObject([
        { kind: 'contact.edit', entity_id: CONTACT, args: { notes: 'Mine\n\nLate' }, base: { notes: 'Mine' } },
      ]),
    );
  });
});

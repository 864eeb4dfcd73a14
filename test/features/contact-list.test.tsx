import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { MIN_JUMP_ROWS } from '../../src/features/contacts/jump-button.tsx';
import { contactRow } from '../helpers/contact-row.ts';
import { chooseOption, openSelect } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch, setSearchedDatabase } from './fake-search.ts';

vi.mock('../../src/bridge/search.ts', async () => import('./fake-search.ts'));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchBlob: async () => ({ ok: false, why: 'offline' }) } }));

const BORIS = '0198c000-0000-7000-8000-000000000002';

let ports: DbPorts;
let db: PhoneDb;

beforeEach(() => {
  ports = freshPorts();
  // jsdom has no layout, so give every row the usual height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
});

afterEach(() => setViewMode(null));
afterEach(closeSearch);

const named = (first_name: string, change: Partial<Contact> = {}): Contact =>
  contactRow({ owner_id: ANNA, first_name, last_name: '', ...change });

type Given = { at?: string; isManager?: boolean; isFetched?: boolean; connection?: 'online' | 'offline' };

async function show(contacts: readonly Contact[], { at = '/contacts', ...given }: Given = {}) {
  const { isManager = false, isFetched = true, connection = 'online' } = given;
  const last_fetched_at = isFetched ? '2026-03-02T08:00:00.000Z' : null;
  db = await openPhone(ports, { is_manager: isManager }, { last_fetched_at, connection });
  await db.contacts.bulkPut(contacts);
  setSearchedDatabase(db);
  return showApp(at, ports);
}

const rows = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Contacts' })).getAllByRole('listitem');
const names = (): (string | null)[] => rows().map((row) => within(row).getAllByRole('link')[0]!.textContent);
const searchBox = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search contacts' });
const type = (text: string): void => void fireEvent.change(searchBox(), { target: { value: text } });

describe('contact list', () => {
  test('sorts contacts by name and filters them while typing, in either script', async () => {
    const app = await show([named('Zoe'), named('Иван'), named('Anna', { city: 'Köln' })]);
    await screen.findByText('3 contacts');
    await waitFor(() => expect(names()).toEqual(['Anna', 'Zoe', 'Иван']));
    type('ivan');
    await screen.findByText('1 contact');
    await waitFor(() => expect(names()).toEqual(['Иван']));
    await waitFor(() => expect(app.path()).toBe('/contacts?q=ivan'));
    type('koln');
    await waitFor(() => expect(names()).toEqual(['Anna']));
  });

  test('renders only the visible contacts and announces how many there are', async () => {
    await show(Array.from({ length: 500 }, (_, at) => named(`Name ${String(at).padStart(3, '0')}`)));
    await screen.findByText('500 contacts');
    await waitFor(() => expect(rows().length).toBeGreaterThan(5));
    expect(rows().length).toBeLessThan(60);
    expect(rows()[1]).toHaveProperty('ariaSetSize', '500');
    expect(rows()[1]?.getAttribute('aria-posinset')).toBe('2');
  });

  test('restores the filters of the contact list from the URL, and stores changed filters in it', async () => {
    const invited = named('Anna', { status: 'invited' });
    const app = await show([invited, named('Boris')], { at: '/contacts?status=invited' });
    await screen.findByText('1 contact');
    await chooseOption('Status', 'All statuses');
    await screen.findByText('2 contacts');
    expect(app.path()).toBe('/contacts');
    await chooseOption('Sort by', 'Newest first');
    await waitFor(() => expect(app.path()).toBe('/contacts?sort=newest'));
  });

  test("lets a manager choose between their own and the team's contacts", async () => {
    const theirs = named('Clara', { owner_id: BORIS, owner_name: 'Boris Wolf' });
    await show([named('Anna'), theirs], { isManager: true });
    await waitFor(() => expect(names()).toEqual(['Anna']));
    await chooseOption('Filter by owner', 'Team');
    await waitFor(() => expect(names()).toEqual(['Clara']));
    expect(rows()[0]?.textContent).toContain('Boris Wolf');
    await chooseOption('Filter by owner', 'Mine and team');
    await waitFor(() => expect(names()).toEqual(['Anna', 'Clara']));
  });

  test('marks the matching part of a name, even if the search text is in another script', async () => {
    await show([named('Anna'), named('Боря')]);
    await waitFor(() => expect(names()).toHaveLength(2));
    type('bor');
    await waitFor(() => expect(names()).toEqual(['Боря']));
    expect(document.querySelector('mark')?.textContent).toBe('Бор');
  });

  test('calls the first valid number of a contact in the list, unless the status is "do not contact"', async () => {
    const phones = [
      { number: '+4915111', label: '', invalid: true },
      { number: '+4915222', label: '' },
    ];
    const [anna, clara] = [named('Anna', { phones }), named('Clara')];
    const dora = named('Dora', { phones, status: 'do_not_contact' });
    await show([anna, clara, dora]);
    const link = await screen.findByRole('link', { name: 'Call Anna' });
    expect(link.getAttribute('href')).toBe('tel:+4915222');
    expect(screen.getAllByRole('link', { name: /^Call / })).toHaveLength(1);
    fireEvent.click(link);
    await waitFor(async () =>
      expect(await savedMeta(db, 'call_intent')).toMatchObject({ contact_id: anna.id, number: '+4915222' }),
    );
  });

  test('locks the call button of a row while viewing as someone else', async () => {
    const refused = vi.fn();
    setViewMode(refused);
    await show([named('Anna', { phones: [{ number: '+4915112345678', label: '', invalid: false }] })]);
    await screen.findByText('1 contact');
    fireEvent.click(await screen.findByRole('button', { name: 'Call Anna' }));
    expect(refused).toHaveBeenCalledTimes(1);
    expect(await savedMeta(db, 'call_intent')).toBeFalsy();
  });

  test('offers the first letters of the names in every alphabet, and jumps to the chosen one', async () => {
    const many = Array.from({ length: 40 }, (_, at) => named(`Anna ${at}`));
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    await show([...many, named('Žanna'), named('Жанна'), named('Ёлка'), named('1st')]);
    fireEvent.click(await screen.findByRole('button', { name: 'A–Z' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Jump to a name' }));
    const letters = await sheet.findAllByRole('listitem');
    expect(letters.map(({ textContent }) => textContent)).toEqual(['#', 'A', 'Z', 'Е', 'Ж']);
    scrollTo.mockClear();
    fireEvent.click(sheet.getByRole('button', { name: 'A' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(scrollTo).toHaveBeenCalled());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Anna 0'));
  });

  test('offers to jump to a letter only in a list of at least 30 contacts sorted by name', async () => {
    expect(MIN_JUMP_ROWS).toBe(30);
    await show(Array.from({ length: MIN_JUMP_ROWS }, (_, at) => named(`Anna ${at}`)));
    await screen.findByRole('button', { name: 'A–Z' });
    type('anna');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'A–Z' })).toBeNull());
    type('');
    await screen.findByRole('button', { name: 'A–Z' });
    await chooseOption('Sort by', 'Newest first');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'A–Z' })).toBeNull());
    const [id] = await db.contacts.limit(1).primaryKeys();
    await db.contacts.delete(id!);
    await chooseOption('Sort by', 'By name');
    await screen.findByText('29 contacts');
    expect(screen.queryByRole('button', { name: 'A–Z' })).toBeNull();
  });

  test('updates the contact list when contacts change elsewhere', async () => {
    await show([named('Anna')]);
    await screen.findByText('1 contact');
    await db.contacts.put(named('Boris'));
    await screen.findByText('2 contacts');
  });

  test('offers to add or import contacts when the list is empty', async () => {
    await show([]);
    await screen.findByText('People you meet will appear here.');
    const links = screen.getAllByRole('link', { name: /Add contact|Import/ }).map((link) => link.getAttribute('href'));
    expect(new Set(links)).toEqual(new Set(['/contacts/new', '/contacts/import']));
  });

  test('says that the contacts have not synced yet, not that there are none', async () => {
    await show([], { isFetched: false, connection: 'offline' });
    await screen.findByText(/haven't synced to this device yet/);
    expect(screen.queryByText(/will appear here/)).toBeNull();
  });

  test('offers to clear the filters when no contact matches', async () => {
    const app = await show([named('Anna')], { at: '/contacts?q=zzz&status=new' });
    await screen.findByText('No contacts found.');
    fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await screen.findByText('1 contact');
    await waitFor(() => expect(app.path()).toBe('/contacts'));
  });

  test('focuses the contact search on "/" except while typing', async () => {
    await show([named('Anna')]);
    await screen.findByText('1 contact');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(searchBox());
    expect(fireEvent.keyDown(searchBox(), { key: '/' })).toBe(true);
  });
});

describe('contact screen', () => {
  const anna = named('Anna', {
    last_name: 'Berg',
    phones: [{ number: '+491512345678', label: 'Mobile' }],
    city: 'Köln',
  });
  const at = `/contacts/${anna.id}`;

  test('shows the name, contact methods and location of a contact', async () => {
    await show([anna], { at });
    await screen.findByRole('heading', { name: 'Anna Berg' });
    expect(screen.getByRole('link', { name: 'Köln' }).getAttribute('href')).toBe(
      'https://www.openstreetmap.org/search?query=K%C3%B6ln',
    );
    expect((await screen.findByRole('link', { name: '+49 1512345678' })).getAttribute('href')).toBe(
      'tel:+491512345678',
    );
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`${at}/edit`);
    expect((await openSelect('Status')).queryByRole('option', { name: 'Registered' })).toBeNull();
  });

  test("changes a contact's status with one choice", async () => {
    await show([anna], { at });
    await screen.findByRole('heading', { name: 'Anna Berg' });
    await chooseOption('Status', 'Invited');
    await waitFor(async () => expect((await db.contacts.get(anna.id))?.status).toBe('invited'));
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'contact.edit', args: { status: 'invited' } }]);
  });

  test('asks twice before the status "do not contact" of a contact is changed', async () => {
    await show([{ ...anna, status: 'do_not_contact' }], { at });
    await screen.findByRole('heading', { name: 'Anna Berg' });
    await chooseOption('Status', 'Interested');
    fireEvent.click(await screen.findByRole('button', { name: 'Change status' }));
    expect(await db.outbox.count()).toBe(0);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await chooseOption('Status', 'Interested');
    fireEvent.click(await screen.findByRole('button', { name: 'Change status' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, change it' }));
    await waitFor(async () => expect((await db.contacts.get(anna.id))?.status).toBe('interested'));
  });

  test('restores a deleted contact on Undo while the deletion is unsent', async () => {
    const app = await show([anna], { at });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete contact' }));
    await waitFor(() => expect(app.path()).toBe('/contacts'));
    expect(await db.contacts.count()).toBe(0);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await db.contacts.get(anna.id)).toEqual(anna));
    expect(await db.outbox.count()).toBe(0);
  });

  test('restores a deleted contact on Undo after the deletion was sent', async () => {
    await show([anna], { at });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete contact' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(1));
    await db.outbox.clear();
    await db.base.clear();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([{ kind: 'contact.restore' }]));
    expect(await db.contacts.get(anna.id)).toMatchObject({ first_name: 'Anna', phones: anna.phones });
  });

  test('reports a missing contact', async () => {
    await show([], { at });
    await screen.findByText(/is not on this device/);
  });
});

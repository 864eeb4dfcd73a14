import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sync } from '../../src/bridge/sync.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { openDeviceDb, type DbPorts, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveShare, savedShares, SHARES_CACHE, type SharedContent } from '../../src/db/storage/shares.ts';
import { saveDraft } from '../../src/forms/drafts.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { IVAN, makePerson } from './people-maker.ts';
import { stubFileUrls } from './stub-browser.ts';

vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));
const { preparePhoto } = vi.hoisted(() => ({ preparePhoto: vi.fn<(file: Blob) => Promise<unknown>>() }));
vi.mock('../../src/components/media/prepare-photo.ts', async (original) => ({
  ...(await original<object>()),
  preparePhoto,
}));

let caches: MemoryCaches;
let ports: DbPorts;
let db: PhoneDb;
const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
const newId = createIdGenerator({ clock: { now: () => Date.now(), after: () => () => {} }, random: Math.random });

beforeEach(() => {
  caches = new MemoryCaches();
  vi.stubGlobal('caches', caches.storage);
  // Files of jsdom cannot be read, and cannot contain the blob of a Response.
  vi.stubGlobal('File', NodeFile);
  vi.stubGlobal('Blob', NodeBlob);
  stubFileUrls();
  ports = freshPorts();
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
  vi.spyOn(sync, 'fetchPage').mockResolvedValue({ ok: true } as never);
});

const file = (name: string, type: string, text = 'x') => new NodeFile([text], name, { type }) as unknown as File;
const vcard = (...names: string[]) =>
  names.map((name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD`).join('\r\n');

async function share(content: Partial<SharedContent>, user_id: string | null = ANNA): Promise<void> {
  const whole = { title: '', text: '', url: '', files: [], ...content };
  expect(await saveShare(caches.storage, whole, { id: newId(), user_id, now: Date.now() })).toBeNull();
}

/** Shows the screen of shared content to a member or an employee, on a device with one contact and one person. */
async function showShares({ isStaff = false, at = '/share' } = {}) {
  db = await openPhone(ports, { is_staff: isStaff }, { connection: 'offline' });
  await db.contacts.put(makeContact({ notes: 'Met in May' }));
  await db.people.put(makePerson({ responsible_id: ANNA }));
  return showApp(at, ports);
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const follow = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));
const waiting = () => savedShares(caches.storage, ANNA, Date.now());
const unsent = () => db.outbox.count();

describe('the screen for shares from other apps', () => {
  it('a shared text becomes a note of a contact only after the user has saved the form', async () => {
    await share({ title: 'Jonas', text: 'Likes tea', url: 'https://example.org/a' });
    const { path } = await showShares();
    await press('Add as a note');
    await press('Jonas Weber');
    await waitFor(() => expect(path()).toBe(`/contacts/${CONTACT}/edit`));
    const notes = await screen.findByDisplayValue(/^Met in May/);
    expect((notes as HTMLTextAreaElement).value).toBe('Met in May\nJonas\nLikes tea\nhttps://example.org/a');
    expect([await unsent(), await waiting()]).toEqual([0, []]);
    await press('Save contact');
    await waitFor(async () => expect(await unsent()).toBe(1));
  });

  it('a shared text becomes the note of a new contact', async () => {
    await share({ text: 'Nina, +49 151 2345678' });
    const { path } = await showShares();
    await press('Add as a note');
    await press('New contact');
    await waitFor(() => expect(path()).toBe('/contacts/new'));
    expect(await screen.findByDisplayValue('Nina, +49 151 2345678')).toBeTruthy();
  });

  it('members can neither create a task from a share nor add a note to a person', async () => {
    await share({ text: 'hello' });
    await showShares();
    await press('Add as a note');
    const dialog = await screen.findByRole('dialog', { name: 'Note for' });
    expect(await within(dialog).findByRole('button', { name: 'Jonas Weber' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /^Ivan/ })).toBeNull();
    expect(screen.queryByText('Create a task')).toBeNull();
  });

  it('an employee adds a shared text to an unfinished note about a person', async () => {
    await share({ text: 'Called twice' });
    const { path } = await showShares({ isStaff: true });
    await saveDraft(db, `note:${IVAN}`, { text: 'Begun' });
    await press('Add as a note');
    await press(/^Ivan/);
    await waitFor(() => expect(path()).toBe(`/user/view-details/${IVAN}`));
    expect(await screen.findByDisplayValue(/Begun\s+Called twice/)).toBeTruthy();
    expect(await unsent()).toBe(0);
  });

  it('an employee gets the form of a new task with the shared text', async () => {
    await share({ title: 'Call the school', text: 'Ask for the room', url: 'https://example.org/a' });
    await showShares({ isStaff: true });
    await press('Create a task');
    const dialog = await screen.findByRole('dialog', { name: 'New task' });
    expect(await within(dialog).findByDisplayValue('Call the school')).toBeTruthy();
    expect(within(dialog).getByDisplayValue(/Ask for the room\s+https:\/\/example\.org\/a/)).toBeTruthy();
    expect([await unsent(), await waiting()]).toEqual([0, []]);
  });

  it('a shared picture is preselected in the form of a contact, and its text stays available', async () => {
    const photo = { sha256: 'a'.repeat(64), mime: 'image/jpeg', data: new ArrayBuffer(4) };
    preparePhoto.mockResolvedValue({ ok: true, photo });
    await share({ text: 'At the lake', files: [file('lake.jpg', 'image/jpeg')] });
    const { path } = await showShares({ isStaff: true });
    await press('Use lake.jpg as contact photo');
    const dialog = await screen.findByRole('dialog', { name: 'Photo of' });
    expect(await within(dialog).findByRole('button', { name: 'Jonas Weber' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /^Ivan/ })).toBeNull();
    await press('Jonas Weber');
    await waitFor(() => expect(path()).toBe(`/contacts/${CONTACT}/edit`));
    expect(await screen.findByText(/^0.1.kB, sent after the text/)).toBeTruthy();
    expect(await unsent()).toBe(0);
    expect(await waiting()).toMatchObject([{ text: 'At the lake', files: [] }]);
  });

  it('says why a shared picture cannot be used, and keeps the picture', async () => {
    preparePhoto.mockResolvedValue({ ok: false, why: 'too_heavy' });
    await share({ files: [file('a.jpg', 'image/jpeg')] });
    const { path } = await showShares();
    await press('Use a.jpg as contact photo');
    await press('Jonas Weber');
    expect(await screen.findByText(/This picture is larger than 10 MB/)).toBeTruthy();
    expect(path()).toBe('/share');
    expect(await waiting()).toHaveLength(1);
  });

  it('a shared vCard shows its people before the import, and is no longer offered afterwards', async () => {
    await share({ files: [file('two.vcf', 'text/vcard', vcard('Nina', 'Max'))] });
    await showShares();
    await follow('Import contacts');
    expect(await screen.findByText('Nina')).toBeTruthy();
    expect([await unsent(), (await waiting()).length]).toEqual([0, 1]);
    await press('Save 2 contacts');
    await waitFor(async () => expect(await unsent()).toBe(2));
    await waitFor(() => expect(caches.paths(SHARES_CACHE)).toEqual([]));
  });

  it('the import of contacts says that a shared file is no longer on this device', async () => {
    await showShares({ at: '/contacts/import?share=0198c000-0000-7000-8000-0000000000e1' });
    expect(await screen.findByText(/The shared file is no longer on this device/)).toBeTruthy();
  });

  it('a shared CSV file opens the import of people for an employee', async () => {
    account.mockImplementation(async (name) => (name === 'openImport' ? { ok: true, id: IVAN } : { ok: true }));
    await share({ files: [file('people.csv', 'text/csv', 'name;phone')] });
    const { path } = await showShares({ isStaff: true });
    await follow('Import people');
    await waitFor(() => expect(path()).toBe(`/staff/users_imports/${IVAN}/columns`));
    expect(account).toHaveBeenCalledWith('openImport', 'people.csv', expect.anything());
    expect(await waiting()).toEqual([]);
  });

  it('tells a member that only employees can import a CSV file', async () => {
    await share({ files: [file('people.csv', 'text/csv')] });
    await showShares();
    expect(await screen.findByText('Only employees can import people from a CSV file.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Import people' })).toBeNull();
  });

  it('several shares are offered one by one, and a discarded share is deleted', async () => {
    await share({ text: 'first' });
    await share({ text: 'second' });
    await showShares();
    expect(await screen.findByText('first')).toBeTruthy();
    expect(screen.getByText('1 more share is waiting.')).toBeTruthy();
    await press('Discard');
    expect(await screen.findByText('second')).toBeTruthy();
    await press('Discard');
    expect(await screen.findByText(/^Nothing is waiting here/)).toBeTruthy();
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  it('shows markup in a shared text as text', async () => {
    await share({ text: '<img src=x onerror=alert(1)><b>bold</b>' });
    await showShares();
    const text = await screen.findByText('<img src=x onerror=alert(1)><b>bold</b>');
    expect(text.children).toHaveLength(0);
  });

  it('shows the end of a long shared text on Show more', async () => {
    await share({ text: `${'a'.repeat(600)}the end` });
    await showShares();
    await press('Show more');
    expect(await screen.findByText(/the end$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it.each([
    ['too_large', /It is larger than 20\sMB/],
    ['full', /Too many shares are waiting/],
    ['no_room', /The storage of this device is full/],
    ['nothing', /Texts, links, pictures, vCard and CSV files can be shared/],
    ['unreadable', /It could not be read/],
    ['not_ready', /Haversack was not ready for it/],
  ])('says why a share was refused: %s', async (reason, text) => {
    await showShares({ at: `/share?refused=${reason}` });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('sharing while logged out opens the login, which then leads to the screen of shares', async () => {
    const { path } = await showApp('/share', ports);
    await waitFor(() => expect(path()).toBe('/login?next=%2Fshare'));
  });

  it('shows nothing that another user of the device has shared', async () => {
    await share({ text: 'not for Anna' }, IVAN);
    const device = openDeviceDb(ports);
    await saveDeviceValue(device, 'current_user', { id: ANNA });
    device.close();
    await showShares();
    expect(await screen.findByText(/^Nothing is waiting here/)).toBeTruthy();
    expect(screen.queryByText('not for Anna')).toBeNull();
  });

  it('the More screen links to waiting shares', async () => {
    await share({ text: 'a' });
    await showShares({ at: '/more' });
    await follow('Shared with Haversack');
    expect(await screen.findByText('a')).toBeTruthy();
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountCounts, AdminUser } from '../../contract/api-calls/admin.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { adminKeys } from '../../src/lib/cached-pages.ts';
import { accountCounts as usualCounts, FETCHED_AT, makeUser, OLGA } from './admin-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { setWidth } from './stub-browser.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

const query = { page: 1, search: '', ordering: '-created_at', role: '', state: '' };
const LIST_PATH = '/main/admin/users/all';
const CREATE_PATH = '/main/admin/users/create';
const editPath = (id: string) => `/main/admin/users/edit/${id}`;
let db: PhoneDb;

interface ServerData {
  users?: AdminUser[];
  counts?: AccountCounts;
  status?: Partial<SyncStatus>;
}

async function show(path: string, { users = [makeUser()], counts = usualCounts, status = {} }: ServerData = {}) {
  const ports = freshPorts();
  const me = { is_staff: true, is_manager: true, is_superuser: true };
  db = await openPhone(ports, me, { last_fetched_at: FETCHED_AT, ...status });
  const about = { count: users.length, total_count: users.length, next: null, counts };
  await db.pages.put({ key: adminKeys.users(query), rows: users, about, fetched_at: FETCHED_AT });
  return showApp(path, ports);
}

const callsTo = (verb: string) => account.mock.calls.filter(([name]) => name === verb).map(([, ...args]) => args);
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
/** Follows the link back to the list. The navigation has a link with the same name, which comes first. */
const goBackToList = () => fireEvent.click(screen.getAllByRole('link', { name: 'Users' }).at(-1)!);
const findSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const answer = (verb: string, reply: unknown) =>
  account.mockImplementation(async (name) => (name === verb ? reply : { ok: true }));

describe('account form', () => {
  it('saves only the changed fields of an account and confirms the update with a toast', async () => {
    await show(editPath(OLGA));
    expect(await findSwitch('Manager')).toHaveProperty('checked', false);
    expect(await button('Save changes')).toHaveProperty('disabled', true);
    fireEvent.click(await findSwitch('Manager'));
    expect(await screen.findByText('1 change')).toBeDefined();
    expect(screen.getByText("The new role applies when Olga's device is online next.")).toBeDefined();
    await type(/^First name/, 'Olga Maria');
    expect(await screen.findByText('2 changes')).toBeDefined();
    await press('Save changes');
    expect(await screen.findByText('User successfully updated')).toBeDefined();
    expect(callsTo('updateUser')).toEqual([[OLGA, { first_name: 'Olga Maria', is_manager: true }]]);
  });

  it('the account form shows "Saving" for at least half a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await press('Save changes');
    await waitFor(() => expect(callsTo('updateUser')).toHaveLength(1));
    expect(screen.getByText('Saving')).toBeDefined();
    await vi.advanceTimersByTimeAsync(300);
    expect(screen.queryByText('User successfully updated')).toBeNull();
    await vi.advanceTimersByTimeAsync(250);
    expect(await screen.findByText('User successfully updated')).toBeDefined();
    vi.useRealTimers();
  });

  it('warns, before an employee loses the role or is deactivated, that their leads stay assigned', async () => {
    await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Employee'));
    expect(await screen.findByText(/is logged out on all devices. Leads and people stay assigned/)).toBeDefined();
    fireEvent.click(await findSwitch('Active'));
    expect(await screen.findByText(/loses access at once. Leads and people stay assigned/)).toBeDefined();
    await press('Discard');
    await waitFor(() => expect(screen.queryByText(/stay assigned/)).toBeNull());
    expect(await findSwitch('Employee')).toHaveProperty('checked', true);
  });

  it.each([
    ['email_taken', /^Email/, 'Email is already in use'],
    ['phone_taken', /^Phone/, 'Phone is already in use'],
  ])('shows the error %s on the account field that caused it', async (code, label, text) => {
    answer('updateUser', { ok: false, why: 'refused', code });
    await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await press('Save changes');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect((await screen.findByLabelText(label)).getAttribute('aria-invalid')).toBe('true');
    expect(await findSwitch('Manager')).toHaveProperty('checked', true);
  });

  it('names the last administrator as the reason when the server rejects a change to an account', async () => {
    answer('updateUser', { ok: false, why: 'refused', code: 'last_superuser' });
    await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await press('Save changes');
    expect(await screen.findByText(/This is the last administrator/)).toBeDefined();
  });

  it('reports invalid fields of an account and sends nothing', async () => {
    await show(editPath(OLGA));
    await type(/^First name/, ' ');
    await type(/^Email/, 'olga');
    await type(/^Phone/, '12');
    await press('Save changes');
    expect((await screen.findAllByText('Please, fill this field')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Please, enter valid email address').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Phone is incorrect').length).toBeGreaterThan(0);
    expect(callsTo('updateUser')).toEqual([]);
  });

  it('does not let the last administrator lose the role, be deactivated or be blocked', async () => {
    const last = makeUser({ is_superuser: true });
    await show(editPath(OLGA), { users: [last], counts: { ...usualCounts, admins: 1 } });
    expect(await findSwitch('Administrator')).toHaveProperty('disabled', true);
    expect(await findSwitch('Active')).toHaveProperty('disabled', true);
    expect(screen.getByText('Give this role to someone else first')).toBeDefined();
    expect(await button('Block')).toHaveProperty('disabled', true);
    expect(await findSwitch('Employee')).toHaveProperty('disabled', false);
  });

  it('does not let admins deactivate or block themselves', async () => {
    await show(editPath(ANNA), { users: [makeUser({ id: ANNA, is_superuser: true })] });
    expect(await findSwitch('Active')).toHaveProperty('disabled', true);
    expect(await findSwitch('Administrator')).toHaveProperty('disabled', false);
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  });

  it('fetches and then shows an account that is not in the cached list', async () => {
    await show(editPath(OLGA), { users: [] });
    await waitFor(() => expect(callsTo('fetchUser')).toEqual([[OLGA]]));
    await db.pages.put({ key: adminKeys.user(OLGA), rows: [makeUser()], fetched_at: FETCHED_AT });
    expect(await screen.findByDisplayValue('Sommer')).toBeDefined();
  });

  it.each([
    [{ ok: false, why: 'refused', code: 'not_found' }, 'This account does not exist.'],
    [{ ok: false, why: 'offline' }, /This account hasn't synced to this device yet/],
  ])('says why an account cannot be shown: %j', async (reply, text) => {
    account.mockResolvedValue(reply);
    await show(editPath(OLGA), { users: [] });
    expect(await screen.findByText(text)).toBeDefined();
  });
});

describe('leaving the account form with unsaved changes', () => {
  it('asks before leaving an account form with unsaved changes', async () => {
    const { path } = await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await screen.findByText('1 change');
    goBackToList();
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    expect(path()).toBe(editPath(OLGA));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await findSwitch('Manager')).toHaveProperty('checked', true);
    goBackToList();
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(path()).toBe(LIST_PATH));
  });

  it('leaves the account form without asking after Discard and after a save', async () => {
    const { path } = await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await press('Discard');
    await waitFor(() => expect(screen.queryByText('1 change')).toBeNull());
    fireEvent.click(await findSwitch('Manager'));
    await press('Save changes');
    await screen.findByText('User successfully updated');
    goBackToList();
    await waitFor(() => expect(path()).toBe(LIST_PATH));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps the typed values of an account form when someone else changes the account', async () => {
    await show(editPath(OLGA));
    await type(/^First name/, 'Olga Maria');
    const rows = [makeUser({ rev: 2, last_name: 'Winter' })];
    await db.pages.put({ key: adminKeys.user(OLGA), rows, fetched_at: '2036-12-01T15:00:00.000Z' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await screen.findByDisplayValue('Olga Maria')).toBeDefined();
    await press('Discard');
  });

  it('keeps unsaved changes of an account form while the user searches the list beside it', async () => {
    setWidth(1440);
    const { path } = await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search accounts' }), { target: { value: 'anna' } });
    await waitFor(() => expect(path()).toBe(`${editPath(OLGA)}?q=anna`));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await findSwitch('Manager')).toHaveProperty('checked', true);
  });
});

describe('account form offline', () => {
  it('shows an account read-only and with the age of the data while offline', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show(editPath(OLGA), { status: { connection: 'offline' } });
    expect(await screen.findByText('olga@example.org')).toBeDefined();
    expect(screen.getByText(/^As of /)).toBeDefined();
    expect(screen.queryByRole('switch', { name: 'Manager' })).toBeNull();
    expect(await button('Block')).toHaveProperty('disabled', true);
  });

  it('keeps unsaved changes of an account when the connection is lost', async () => {
    await show(editPath(OLGA));
    fireEvent.click(await findSwitch('Manager'));
    await saveStatus(db, { connection: 'offline' });
    expect(await screen.findByText('You need to be online to save.')).toBeDefined();
    expect(await button('Save changes')).toHaveProperty('disabled', true);
    expect(await findSwitch('Manager')).toHaveProperty('checked', true);
  });
});

describe('blocking an account', () => {
  it('blocking an account requires a reason, and says what happens to the sessions', async () => {
    await show(editPath(OLGA));
    await press('Block');
    const sheet = within(await screen.findByRole('dialog', { name: 'Block Olga Sommer?' }));
    expect(sheet.getByText(/All sessions end/)).toBeDefined();
    fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
    expect(await sheet.findByText('Write a little more')).toBeDefined();
    expect(callsTo('updateUser')).toEqual([]);
    fireEvent.change(sheet.getByLabelText(/^Reason/), { target: { value: ' Left the company ' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
    await screen.findByText('User successfully updated');
    expect(callsTo('updateUser')).toEqual([[OLGA, { is_blocked: true, reason: 'Left the company' }]]);
  });

  it('unblocking an account requires no reason', async () => {
    await show(editPath(OLGA), { users: [makeUser({ is_blocked: true })] });
    await press('Unblock');
    const sheet = within(await screen.findByRole('dialog', { name: 'Unblock Olga Sommer?' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(callsTo('updateUser')).toEqual([[OLGA, { is_blocked: false }]]));
  });
});

describe('a new account', () => {
  it('creates an account with an idempotency key, confirms it with a toast and opens it', async () => {
    answer('createUser', { ok: true, id: OLGA, is_invited: true });
    const { path } = await show(CREATE_PATH);
    await type(/^First name/, 'Olga');
    await type(/^Email/, 'olga@example.org');
    fireEvent.click(await findSwitch('Employee'));
    await press('Create user');
    expect(await screen.findByText('User successfully created')).toBeDefined();
    await waitFor(() => expect(path()).toBe(editPath(OLGA)));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const [[fields, key]] = callsTo('createUser') as [[unknown, unknown]];
    expect(fields).toEqual({
      ...{ first_name: 'Olga', last_name: '', email: 'olga@example.org', phone: null, language: 'en', country: null },
      ...{ is_staff: true, is_manager: false, is_superuser: false, is_active: true, is_blocked: false },
    });
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reuses the idempotency key of a new account after a lost response, but not after a rejection', async () => {
    const replies = [
      { ok: false, why: 'no_answer' },
      { ok: false, why: 'refused', code: 'email_taken' },
    ];
    account.mockImplementation(async (verb) =>
      verb === 'createUser' ? (replies.shift() ?? { ok: true, id: OLGA, is_invited: true }) : { ok: true },
    );
    await show(CREATE_PATH);
    await type(/^First name/, 'Olga');
    await type(/^Email/, 'olga@example.org');
    for (let count = 1; count <= 3; count += 1) {
      await press('Create user');
      await waitFor(() => expect(callsTo('createUser')).toHaveLength(count));
      await waitFor(async () => expect((await button('Create user')).getAttribute('data-pending')).toBeNull());
    }
    const keys = callsTo('createUser').map(([, key]) => key);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  it('a new account requires a name, and an email address or phone number', async () => {
    await show(CREATE_PATH);
    await press('Create user');
    expect((await screen.findAllByText('Please, fill this field')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Please, fill all necessary fields').length).toBeGreaterThan(0);
    expect(callsTo('createUser')).toEqual([]);
  });
});

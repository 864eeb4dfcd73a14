import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountCounts, AdminUser } from '../../contract/api-calls/admin.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
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

const admin: Partial<Me> = { is_staff: true, is_manager: true, is_superuser: true };
const query = { page: 1, search: '', ordering: '-created_at', role: '', state: '' };
let db: PhoneDb;

interface Shown {
  users?: AdminUser[];
  counts?: AccountCounts;
  me?: Partial<Me>;
  status?: Partial<SyncStatus>;
}

async function show(path: string, { users = [makeUser()], counts = usualCounts, me = admin, status = {} }: Shown = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, me, { last_fetched_at: FETCHED_AT, ...status });
  const about = { count: 60, total_count: 3412, next: 2, counts };
  if (users.length > 0) await db.pages.put({ key: adminKeys.users(query), rows: users, about, fetched_at: FETCHED_AT });
  return showApp(path, ports);
}

const ALL = '/main/admin/users/all';
const EDIT = `/main/admin/users/edit/${OLGA}`;
const callsTo = (verb: string) => account.mock.calls.filter(([name]) => name === verb).map(([, ...args]) => args);
const rowTexts = async () =>
  within(await screen.findByRole('list', { name: 'Users' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name });

describe('access to the administration', () => {
  it.each(['/main/admin', '/main/admin/users'])(
    'the administration path %s opens the list of accounts',
    async (path) => {
      const { path: shown } = await show(path);
      await screen.findByRole('heading', { name: 'Users' });
      expect(shown()).toBe(ALL);
    },
  );

  it.each([
    ['a manager', { is_staff: true, is_manager: true }],
    ['a superuser who is not active', { ...admin, is_active: false }],
  ])('redirects %s from every administration screen to the dashboard', async (_, me) => {
    for (const at of ['/main/admin', ALL, EDIT, '/main/admin/users/create', '/main/admin/audit']) {
      const { path } = await show(at, { me });
      await waitFor(() => expect(path()).toBe('/dashboard'));
      cleanup();
    }
  });

  it('shows the links to the users and the audit log only to admins', async () => {
    await show('/more');
    expect(await screen.findByRole('link', { name: 'Users' })).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Audit log' }).length).toBeGreaterThan(0);
    cleanup();
    await show('/more', { me: { is_staff: true, is_manager: true } });
    await screen.findByRole('heading', { name: 'More' });
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  });
});

describe('the list of accounts', () => {
  it('lists accounts with name, contact, roles and state, and shows the count of each filter', async () => {
    const users = [
      makeUser(),
      makeUser({ id: ANNA, first_name: 'Viktor', last_name: 'Adler', is_manager: true, is_superuser: true }),
      makeUser({ id: '0198c000-0000-7000-8000-0000000000e3', is_staff: false, is_active: false, email: null }),
      makeUser({ id: '0198c000-0000-7000-8000-0000000000e4', is_blocked: true }),
    ];
    await show(ALL, { users });
    // Numbers are formatted as soon as the code for that is loaded.
    await waitFor(async () =>
      expect(await rowTexts()).toEqual([
        expect.stringMatching(/Olga SommerActive.*olga@example\.orgEmployee$/),
        expect.stringMatching(/Viktor AdlerActive.*AdministratorManager$/),
        expect.stringMatching(/Olga SommerNot active.*\+49 1520 0000100Learner$/),
        expect.stringMatching(/Olga SommerBlocked.*Employee$/),
      ]),
    );
    const chips = within(screen.getByRole('navigation', { name: 'Filters' })).getAllByRole('link');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Everyone',
      'Employees 28',
      'Managers 4',
      'Administrators 2',
      'Not active 5',
      'Blocked 3',
    ]);
    expect(screen.getByText('3,412 accounts')).toBeDefined();
    expect(screen.getByText('1–4 of 60')).toBeDefined();
  });

  it('fetches the accounts with the filter, the order and the page of the URL', async () => {
    await show(`${ALL}?q=olga&role=manager&access=blocked&order=name&page=3`);
    await waitFor(() =>
      expect(callsTo('fetchUsers')).toEqual([
        [{ page: 3, search: 'olga', ordering: 'name', role: 'manager', state: 'blocked' }],
      ]),
    );
  });

  it('pages through the accounts, and returns to the first page when a filter changes', async () => {
    const { path } = await show(ALL);
    fireEvent.click(await button('Next page'));
    await waitFor(() => expect(path()).toBe(`${ALL}?page=2`));
    fireEvent.click(await screen.findByRole('link', { name: /^Managers/ }));
    await waitFor(() => expect(path()).toBe(`${ALL}?role=manager`));
  });

  it('distinguishes accounts that were never fetched from filters without a match', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show(ALL, { users: [], status: { connection: 'offline' } });
    expect(await screen.findByText(/accounts haven't synced to this device yet/)).toBeDefined();
    cleanup();
    account.mockResolvedValue({ ok: true });
    await show(`${ALL}?role=manager`);
    const about = { count: 0, total_count: 3412, next: null, counts: usualCounts };
    await db.pages.put({
      key: adminKeys.users({ ...query, role: 'manager' }),
      rows: [],
      about,
      fetched_at: FETCHED_AT,
    });
    expect(await screen.findByText('No matches.')).toBeDefined();
    fireEvent.click(await button('Clear all filters'));
    expect(await rowTexts()).toHaveLength(1);
  });

  it('shows the last fetched accounts with their age while offline', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show(ALL, { status: { connection: 'offline' } });
    expect(await rowTexts()).toHaveLength(1);
    expect(await screen.findByText('You are offline')).toBeDefined();
    expect(screen.getByText(/^As of /)).toBeDefined();
  });
});

describe('the table of accounts on a wide screen', () => {
  it('sorts the table of accounts by a column, and in the other direction at the second press', async () => {
    setWidth(1440);
    const { path } = await show(ALL);
    const head = (name: string) => screen.findByRole('columnheader', { name });
    expect((await head('Created')).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(within(await head('Name')).getByRole('button'));
    await waitFor(() => expect(path()).toBe(`${ALL}?order=name`));
    await db.pages.put({
      ...{ key: adminKeys.users({ ...query, ordering: 'name' }), rows: [makeUser()], fetched_at: FETCHED_AT },
      about: { count: 1, total_count: 1, next: null, counts: usualCounts },
    });
    await waitFor(async () => expect((await head('Name')).getAttribute('aria-sort')).toBe('ascending'));
    fireEvent.click(within(await head('Name')).getByRole('button'));
    await waitFor(() => expect(path()).toBe(`${ALL}?order=-name`));
  });

  it.each([
    [1599, EDIT, false],
    [1600, EDIT, true],
    [1599, ALL, true],
    [1024, ALL, true],
    [1023, ALL, false],
  ])('the table of accounts at %i px on %s shows the country: %s', async (width, path, hasCountry) => {
    setWidth(width);
    await show(path, { users: [makeUser({ email: null, phone: '+4915200000107' })] });
    const row = within(await screen.findByRole('grid', { name: 'Users' })).getAllByRole('row')[1]!;
    expect(row.textContent).toContain('+49 1520 0000107');
    expect(screen.queryByRole('columnheader', { name: 'Country' }) !== null).toBe(hasCountry);
  });

  it('shows the open account beside the list on a wide screen', async () => {
    setWidth(1440);
    await show(EDIT);
    expect(await screen.findByRole('region', { name: 'Olga Sommer' })).toBeDefined();
    expect(await screen.findByRole('grid', { name: 'Users' })).toBeDefined();
  });
});

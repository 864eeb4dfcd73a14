import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditLine } from '../../contract/api-calls/admin.ts';
import { auditActions } from '../../contract/audit-actions.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { adminKeys, type AuditLogQuery } from '../../src/lib/cached-pages.ts';
import { formatDateTime } from '../../src/lib/dates.ts';
import { FETCHED_AT, makeLine, OLGA, VIKTOR } from './admin-maker.ts';
import { chooseOption, openSelect } from './controls.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeEmployee } from './people-maker.ts';
import { setWidth, stubFileUrls, textOf } from './stub-browser.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

const PATH = '/main/admin/audit';
const noFilter: AuditLogQuery = {
  action: '',
  actor_id: '',
  target_id: '',
  from: '',
  until: '',
  order: '-at',
  cursor: '',
};
let db: PhoneDb;

const savePage = (rows: AuditLine[], query: Partial<AuditLogQuery> = {}, next: string | null = null) =>
  db.pages.put({ key: adminKeys.audit({ ...noFilter, ...query }), rows, about: { next }, fetched_at: FETCHED_AT });

async function show(path: string, fill: () => Promise<unknown> = async () => {}) {
  const ports = freshPorts();
  const me = { is_staff: true, is_manager: true, is_superuser: true };
  db = await openPhone(ports, me, { last_fetched_at: FETCHED_AT });
  await fill();
  return showApp(path, ports);
}

const fetchedQueries = () => account.mock.calls.filter(([name]) => name === 'fetchAuditLog').map(([, query]) => query);
const button = (name: string) => screen.findByRole('button', { name });

const changedLine = makeLine({
  detail: {
    fields: ['phone', 'is_staff', 'is_active'],
    before: { is_staff: true, is_active: false },
    after: { is_staff: false, is_active: true },
    reason: 'Left the company',
  },
});

describe('the audit log', () => {
  it('lists the entries of the audit log with time, action, author, account and details', async () => {
    const unnamed = makeLine({ id: OLGA, action: 'epoch_begun', actor_id: null, actor_name: null, target_name: null });
    await show(PATH, () => savePage([changedLine, unnamed]));
    const rows = within(await screen.findByRole('list', { name: 'Audit log' })).getAllByRole('listitem');
    const time = formatDateTime(FETCHED_AT);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      `Account changed${time}, Viktor AdlerOlga Sommer, Employee: off, Active: on, Reason: Left the company`,
      `Database restored from a backup${time}`,
    ]);
  });

  it('the audit log lists only the active roles and flags of a created account', async () => {
    const after = { is_staff: true, is_manager: false, is_superuser: false, is_active: true, is_blocked: false };
    await show(PATH, () => savePage([makeLine({ action: 'user_created', detail: { after } })]));
    expect(await screen.findByText('Olga Sommer, Employee: on, Active: on')).toBeDefined();
  });

  it('names the file of an import in the audit log', async () => {
    const detail = { import_id: OLGA, file: 'people.csv', created: 2 };
    await show(PATH, () => savePage([makeLine({ action: 'import_undone', target_name: null, detail })]));
    expect(await screen.findByText('Import undone')).toBeDefined();
    expect(await screen.findByText('File: people.csv')).toBeDefined();
  });

  it('offers exactly the actions that the server records as a filter of the audit log', async () => {
    await show(PATH, () => savePage([changedLine]));
    expect((await openSelect('Action')).getAllByRole('option')).toHaveLength(auditActions.length + 1);
  });

  it('sorts the audit log on the server, and starts at the first page of the new order', async () => {
    setWidth(1440);
    await show(`${PATH}?cursor=abc`, () => savePage([changedLine], { cursor: 'abc' }, 'def'));
    const head = await screen.findByRole('columnheader', { name: /Action/ });
    fireEvent.click(within(head).getByRole('button', { name: /Action/ }));
    await waitFor(() => expect(fetchedQueries().at(-1)).toEqual({ ...noFilter, order: 'action' }));
  });

  it('fetches the audit log by action, author, account and a period that includes its last day', async () => {
    await show(`${PATH}?action=blocked&actor=${VIKTOR}&target=${OLGA}&from=2026-03-01&to=2026-03-02&cursor=abc`);
    await waitFor(() =>
      expect(fetchedQueries()).toEqual([
        {
          action: 'blocked',
          actor_id: VIKTOR,
          target_id: OLGA,
          from: new Date(2026, 2, 1).toISOString(),
          until: new Date(2026, 2, 3).toISOString(),
          order: '-at',
          cursor: 'abc',
        },
      ]),
    );
  });

  it('returns to the newest entries of the audit log when a filter is chosen', async () => {
    const { path } = await show(`${PATH}?cursor=abc`, async () => {
      await db.employees.put(makeEmployee({ id: OLGA, name: 'Olga Sommer' }));
    });
    await chooseOption('Action', 'Account changed');
    await waitFor(() => expect(path()).toBe(`${PATH}?action=user_updated`));
    await chooseOption('Done by', 'Olga Sommer');
    await waitFor(() => expect(path()).toBe(`${PATH}?action=user_updated&actor=${OLGA}`));
  });

  it('ignores an unknown action, and does not show the id of an unknown employee', async () => {
    await show(`${PATH}?action=no_such_action&actor=${OLGA}`);
    await waitFor(() => expect(fetchedQueries()[0]).toMatchObject({ action: '', actor_id: OLGA }));
    expect(await button('Action Action')).toBeTruthy();
    expect(await button('Done by Done by')).toBeTruthy();
    expect(screen.queryByText(/no_such_action/)).toBeNull();
    expect(screen.queryByText(OLGA)).toBeNull();
  });

  it('on a wide screen, the filters of the audit log are beside the buttons of its table, and stay mounted', async () => {
    setWidth(1440);
    await show(PATH, async () => {
      await db.employees.put(makeEmployee({ id: OLGA, name: 'Olga Sommer' }));
      await savePage([changedLine]);
    });
    const filters = await screen.findByRole('group', { name: 'Filters' });
    await screen.findByRole('grid', { name: 'Audit log' });
    const line = within((await button('Columns')).parentElement!.parentElement!);
    expect(line.getByRole('group', { name: 'Filters' })).toBe(filters);
    expect(line.getByText(/^As of/)).toBeDefined();
    await chooseOption('Done by', 'Olga Sommer');
    expect(await screen.findByText(/hasn't synced to this device/)).toBeDefined();
    expect(filters.isConnected).toBe(true);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('pages to older entries of the audit log with a cursor, and back to the newest', async () => {
    const { path } = await show(PATH, () => savePage([changedLine], {}, 'abc'));
    expect(await button('Newest')).toHaveProperty('disabled', true);
    fireEvent.click(await button('Older'));
    await waitFor(() => expect(path()).toBe(`${PATH}?cursor=abc`));
    await savePage([changedLine], { cursor: 'abc' });
    await waitFor(async () => expect(await button('Older')).toHaveProperty('disabled', true));
    fireEvent.click(await button('Newest'));
    await waitFor(() => expect(path()).toBe(PATH));
  });

  it('names the account that the audit log is filtered by, and removes the filter on tap', async () => {
    const { path } = await show(`${PATH}?target=${OLGA}`, () => savePage([changedLine], { target_id: OLGA }));
    const chip = await screen.findByRole('button', { name: 'Olga Sommer, show the actions on all accounts' });
    expect(chip.textContent).toBe('Olga Sommer');
    fireEvent.click(chip);
    await waitFor(() => expect(path()).toBe(PATH));
  });

  it('distinguishes an audit log without matches, an empty one and one that was never fetched', async () => {
    const { path } = await show(`${PATH}?action=blocked`, () => savePage([], { action: 'blocked' }));
    expect(await screen.findByText('No matches.')).toBeDefined();
    fireEvent.click(await button('Clear all filters'));
    await waitFor(() => expect(path()).toBe(PATH));
    expect(await screen.findByText(/audit log hasn't synced to this device yet/)).toBeDefined();
    await savePage([]);
    expect(await screen.findByText('No actions recorded yet.')).toBeDefined();
  });

  it('exports the current page of the audit log as CSV with escaped formulas', async () => {
    setWidth(1440);
    const files = stubFileUrls();
    await show(PATH, () => savePage([{ ...changedLine, actor_name: '=1+1' }]));
    fireEvent.click(await button('Export CSV'));
    const csv = await textOf(files[0]!);
    expect(csv.split('\r\n')[0]).toBe('\uFEFFTime,Action,Done by,Account,Details');
    expect(csv).toContain(",'=1+1,");
  });

  it('filters the audit log by a person whose name is pressed in the table', async () => {
    setWidth(1440);
    const { path } = await show(PATH, () => savePage([changedLine]));
    const table = within(await screen.findByRole('grid', { name: 'Audit log' }));
    fireEvent.click(table.getByRole('button', { name: 'Viktor Adler' }));
    await waitFor(() => expect(path()).toBe(`${PATH}?actor=${VIKTOR}`));
  });

  it('previews an entry of the audit log on the same page, with a link to its account', async () => {
    setWidth(1440);
    const unnamed = makeLine({ id: OLGA, action: 'epoch_begun', target_id: null, target_name: null, ip: null });
    const { path } = await show(`${PATH}?cursor=abc`, () =>
      savePage([{ ...changedLine, ip: '192.0.2.7' }, unnamed], { cursor: 'abc' }),
    );
    const table = within(await screen.findByRole('grid', { name: 'Audit log' }));
    fireEvent.click(table.getByText('Account changed'));
    const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
    expect(path()).toBe(`${PATH}?cursor=abc&open=${changedLine.id}`);
    expect(panel.getByText('IP address').nextSibling?.textContent).toBe('192.0.2.7');
    const details = within(panel.getByRole('list', { name: 'Details' })).getAllByRole('listitem');
    expect(details.map(({ textContent }) => textContent)).toEqual([
      'Employee: off',
      'Active: on',
      'Reason: Left the company',
    ]);
    const link = panel.getByRole('link', { name: 'Account' });
    expect(link.getAttribute('href')).toBe(`/main/admin/users/edit/${changedLine.target_id}`);
    fireEvent.click(panel.getByRole('button', { name: 'Next row' }));
    expect(await panel.findByText('2 of 2')).toBeDefined();
    expect(panel.queryByRole('link', { name: 'Account' })).toBeNull();
    expect(panel.queryByText('IP address')).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Close preview' }));
    await waitFor(() => expect(path()).toBe(`${PATH}?cursor=abc`));
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImportRow } from '../../contract/api-calls/imports.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { ImportDraft } from '../../src/db/schema/import-draft.ts';
import { importKeys } from '../../src/lib/cached-pages.ts';
import { settingsOf } from '../helpers/import-files.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { setWidth } from './stub-browser.ts';

const AT = '2036-12-01T14:20:00.000Z';
const ID = '0198c000-0000-7000-8000-0000000000e1';

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

const draft = (more: Partial<ImportDraft> = {}): ImportDraft => ({
  ...{ id: ID, filename: 'people.csv', bytes: 38_000, created_at: AT, rows: 3, remember: true, is_uploaded: true },
  ...{ header: ['Vorname', 'Telefon', 'Geb.'], samples: [['Lena'], ['+4930111'], ['12.04.1988']] },
  ...{ settings: settingsOf(['first_name', 'phone', 'date_birth']), kinds: ['matched', 'matched', 'likely'] },
  check: null,
  ...more,
});

const row = (more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ id: ID, filename: 'people.csv', total: 3, success: 2, skipped: 0, warnings: 0, failed: 1, created: 2 },
  ...{ updated: 0, unchanged: 0, state: 'completed_with_errors', done: 3, reverted: 0, kept: 0, plan_hash: 'h1' },
  ...{ planned_at: AT, changed: 0, created_by: ID, created_by_name: 'Mary', created_at: AT, finished_at: AT },
  ...{ undo_until: '2036-12-08T14:20:00.000Z', same_file_at: null, same_file_by: null, ...more },
});

async function show(path: string, fill: (db: PhoneDb) => Promise<unknown>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { last_fetched_at: AT });
  await fill(db);
  await showApp(path, ports);
  return db;
}

it('lists import files in preparation, but no imported ones', async () => {
  const other = '0198c000-0000-7000-8000-0000000000e2';
  await show('/staff/users_imports', async (db) => {
    await db.import_drafts.bulkPut([draft(), draft({ id: other, filename: 'open.csv' })]);
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [row()], about, fetched_at: AT });
  });
  const list = await screen.findByRole('list', { name: 'Prepared on this device' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(within(list).getByText('open.csv')).toBeTruthy();
});

it.each([
  [1359, false],
  [1360, true],
])('the table of imports in a window of %i px has the column of warnings: %s', async (width, isShown) => {
  setWidth(width);
  vi.stubGlobal('innerWidth', width);
  await show('/staff/users_imports', async (db) => {
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [row()], about, fetched_at: AT });
  });
  await screen.findByRole('columnheader', { name: 'Errors' });
  expect(screen.queryByRole('columnheader', { name: 'Warnings' }) !== null).toBe(isShown);
});

it('sorts the table of imports on the server, from the first page', async () => {
  setWidth(1440);
  await show('/staff/users_imports?page=2', async (db) => {
    const about = { count: 30, total_count: 30, next: null };
    await db.pages.put({ key: importKeys.list(2, '-created_at'), rows: [row()], about, fetched_at: AT });
  });
  const head = await screen.findByRole('columnheader', { name: /Errors/ });
  fireEvent.click(within(head).getByRole('button'));
  await waitFor(() =>
    expect(account.mock.calls.filter(([name]) => name === 'fetchImports')).toEqual([
      ['fetchImports', 2, '-created_at'],
      ['fetchImports', 1, '-failed'],
    ]),
  );
});

it('previews an import beside the table of imports, and returns the focus to its row', async () => {
  setWidth(1440);
  await show('/staff/users_imports', async (db) => {
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [row()], about, fetched_at: AT });
  });
  fireEvent.click(await screen.findByText('Mary'));
  const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
  expect(panel.getByText('1 of 1')).toBeTruthy();
  expect(panel.getByText('Undo until').nextSibling?.textContent).toMatch(/^08/);
  expect(panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/staff/users_imports/${ID}/result`);
  const close = panel.getByRole('button', { name: 'Close preview' });
  close.focus();
  fireEvent.click(close);
  await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('people.csv'));
  expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull();
});

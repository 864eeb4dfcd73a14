import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sync } from '../../src/bridge/sync.ts';
import { importKeys } from '../../src/lib/cached-pages.ts';
import { AT, ID, makeDraft, makeImport, showImports } from './import-app.ts';
import { setWidth } from './stub-browser.ts';

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

it('lists import files in preparation, but no imported ones', async () => {
  const other = '0198c000-0000-7000-8000-0000000000e2';
  await showImports('/staff/users_imports', async (db) => {
    await db.import_drafts.bulkPut([makeDraft(), makeDraft({ id: other, filename: 'open.csv' })]);
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [makeImport()], about, fetched_at: AT });
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
  await showImports('/staff/users_imports', async (db) => {
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [makeImport()], about, fetched_at: AT });
  });
  await screen.findByRole('columnheader', { name: 'Errors' });
  expect(screen.queryByRole('columnheader', { name: 'Warnings' }) !== null).toBe(isShown);
});

it('sorts the table of imports on the server, from the first page', async () => {
  setWidth(1440);
  await showImports('/staff/users_imports?page=2', async (db) => {
    const about = { count: 30, total_count: 30, next: null };
    await db.pages.put({ key: importKeys.list(2, '-created_at'), rows: [makeImport()], about, fetched_at: AT });
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
  await showImports('/staff/users_imports', async (db) => {
    const about = { count: 1, total_count: 1, next: null };
    await db.pages.put({ key: importKeys.list(1, '-created_at'), rows: [makeImport()], about, fetched_at: AT });
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

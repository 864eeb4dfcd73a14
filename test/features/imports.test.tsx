import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportPlanRow, ImportRow } from '../../contract/api-calls/imports.ts';
import { sync } from '../../src/bridge/sync.ts';
import { fileErrors, keptReasons, type FileError, type KeptReason } from '../../contract/imports/fields.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { ImportDraft } from '../../src/db/schema/import-draft.ts';
import { importKeys } from '../../src/lib/cached-pages.ts';
import { settingsOf } from '../helpers/import-files.ts';
import { AT, ID, makeDraft, makeImport, showImports } from './import-app.ts';
import { setWidth } from './stub-browser.ts';

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

const checked = (more: Partial<ImportDraft['check']> = {}): ImportDraft['check'] => ({
  ...{ by: 'server', at: AT, plan_hash: 'h1', changed: 0 },
  counts: { total: 3, create: 2, update: 0, unchanged: 0, skipped: 0, failed: 1, warnings: 0 },
  ...more,
});

const problem: ImportPlanRow = {
  ...{ index: 1, line: 3, disposition: 'error', cells: ['', '+4930112', ''], fields: [], person: null },
  issues: [{ field: 'first_name', code: 'required' }],
  ...{ was: null, kept: null },
};

const step = (name: string) => `/staff/users_imports/${ID}/${name}`;
const withRows = (db: PhoneDb, rows: ImportPlanRow[]) =>
  db.pages.put({
    ...{ key: importKeys.rows(ID, 'error'), rows, fetched_at: AT },
    about: { count: rows.length, total_count: rows.length, next: null },
  });

describe('import step File', () => {
  const texts: Record<FileError, RegExp> = {
    file_empty: /no rows/,
    file_too_large: /larger than 10 MB/,
    file_not_csv: /not a CSV file/,
    file_encoding: /cannot be read.*UTF-8/,
    file_too_many_rows: /more than 20,000 rows/,
    file_too_many_columns: /more than 60 columns/,
    file_cell_too_long: /more than 20,000 characters/,
    file_quotes: /quotation mark is not closed/,
  };

  it.each(fileErrors)('explains the file error %s, and says that nothing was imported', async (code) => {
    account.mockImplementation((name) =>
      Promise.resolve(name === 'openImport' ? { ok: false, why: 'file', code, line: 3 } : { ok: true }),
    );
    await showImports('/staff/users_imports/new', () => Promise.resolve());
    const input = await screen.findByLabelText('CSV file');
    fireEvent.change(input, { target: { files: [new File(['a'], 'people.csv')] } });
    const alert = (await screen.findByText(texts[code])).closest('[role=alert]');
    expect(alert?.textContent).toContain('Line 3. Nothing was imported.');
  });
});

describe('import step Columns', () => {
  it.each([
    [719, 'list'],
    [720, 'table'],
  ])(
    'the columns step of an import at %i px shows sample values in a %s, and changes the field',
    async (width, role) => {
      setWidth(width);
      const db = await showImports(step('columns'), (phone) => phone.import_drafts.put(makeDraft()));
      const columns = within(await screen.findByRole(role, { name: 'Columns' }));
      expect(columns.getByText('12.04.1988')).toBeTruthy();
      expect(screen.getByText('Check this')).toBeTruthy();
      fireEvent.change(screen.getByRole('combobox', { name: 'Field for Geb.' }), { target: { value: '' } });
      await waitFor(async () => expect((await db.import_drafts.get(ID))?.settings.mapping[2]).toBeNull());
    },
  );

  it('the columns step names a missing required field and a duplicate field, and blocks the next step', async () => {
    const settings = settingsOf([null, 'phone', 'phone']);
    await showImports(step('columns'), (phone) => phone.import_drafts.put(makeDraft({ settings })));
    expect(await screen.findByText(/Choose a column for the first name/)).toBeTruthy();
    expect(screen.getByText(/Selected twice: Phone/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Check the rows' })).toBeNull();
  });

  it('says that an import file prepared on another device is not on this device', async () => {
    await showImports(step('columns'), () => Promise.resolve());
    expect(await screen.findByText(/This file is not on this device/)).toBeTruthy();
  });
});

describe('import step Check', () => {
  it('imports the rows of a file that the server has checked', async () => {
    await showImports(step('check'), async (db) => {
      await db.import_drafts.put(makeDraft({ check: checked() }));
      await withRows(db, [problem]);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 people' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('startImport', ID));
  });

  it('does not offer to import rows that only this device has checked', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await showImports(step('check'), (db) =>
      db.import_drafts.put(makeDraft({ check: checked({ by: 'device', plan_hash: null }) })),
    );
    expect(await screen.findByText('Checked on this device, not yet with the server')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('shows which rows and counts of an import have changed since the user saw its plan', async () => {
    setWidth(1440);
    const previous = { total: 3, create: 3, update: 0, unchanged: 0, skipped: 0, failed: 0, warnings: 0 };
    await showImports(step('check?only=changed'), async (db) => {
      await db.import_drafts.put(makeDraft({ check: checked({ changed: 1, previous }) }));
      await db.pages.put({
        ...{ key: importKeys.rows(ID, 'changed'), rows: [{ ...problem, was: 'create' }], fetched_at: AT },
        about: { count: 1, total_count: 1, next: null },
      });
    });
    expect(await screen.findByText('1 row has changed since you saw it')).toBeTruthy();
    const counts = within(screen.getByRole('navigation', { name: 'Rows by result' }));
    expect(counts.getByRole('link', { name: /^Create ?2 ?was 3$/ })).toBeTruthy();
    expect(counts.getByRole('link', { name: /^Update ?0$/ })).toBeTruthy();
    expect(counts.getByRole('link', { name: /^Changed ?1$/ }).getAttribute('aria-current')).toBe('true');
    expect(await screen.findByText(/Create → Errors/)).toBeTruthy();
  });

  it('lists the changed rows of an import with their problems on a phone, too', async () => {
    setWidth(390);
    await showImports(step('check?only=changed'), async (db) => {
      await db.import_drafts.put(makeDraft({ check: checked({ changed: 1 }) }));
      await db.pages.put({
        ...{ key: importKeys.rows(ID, 'changed'), rows: [{ ...problem, was: 'create' }], fetched_at: AT },
        about: { count: 1, total_count: 1, next: null },
      });
    });
    const list = within(await screen.findByRole('list', { name: 'Changed' }));
    expect(list.getByRole('listitem').textContent).toMatch(/line 3.*Create → Errors\. First name is empty/);
    expect(screen.queryByRole('button', { name: /^First name, line 3/ })).toBeNull();
  });

  it('offers no filter for changed rows while the plan of an import has not changed', async () => {
    await showImports(step('check'), (db) => db.import_drafts.put(makeDraft({ check: checked() })));
    const counts = within(await screen.findByRole('navigation', { name: 'Rows by result' }));
    expect(counts.queryByRole('link', { name: /^Changed/ })).toBeNull();
  });

  it('says when and by whom the same file was imported, and asks before importing it again', async () => {
    await showImports(step('check'), async (db) => {
      await db.import_drafts.put(makeDraft({ check: checked() }));
      const rows = [makeImport({ state: 'previewed', same_file_at: AT, same_file_by: 'Kim Lee' })];
      await db.pages.put({ key: importKeys.one(ID), rows, fetched_at: AT });
    });
    expect(await screen.findByText('The same file was imported before')).toBeTruthy();
    expect(screen.getByText(/^Imported on .* by Kim Lee\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 people' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Import the same file again?' }));
    expect(account).not.toHaveBeenCalledWith('startImport', ID);
    fireEvent.click(dialog.getByRole('button', { name: 'Import again' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('startImport', ID));
  });

  it('disables an all-or-nothing import while a row has an error', async () => {
    const settings = settingsOf(['first_name', 'phone', 'date_birth'], { all_or_nothing: true });
    await showImports(step('check'), (db) => db.import_drafts.put(makeDraft({ settings, check: checked() })));
    const button = await screen.findByRole('button', { name: 'Import 2 people' });
    expect(button.getAttribute('aria-disabled') ?? button.hasAttribute('disabled')).toBeTruthy();
  });
});

describe('import step Import', () => {
  const shown = (more: Partial<ImportRow>) =>
    showImports(step('result'), (db) =>
      db.pages.put({ key: importKeys.one(ID), rows: [makeImport(more)], fetched_at: AT }),
    );

  it('shows the progress of a running import, and cancels the import', async () => {
    await shown({ state: 'running', done: 1, finished_at: null, undo_until: null });
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('33');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel import' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('cancelImport', ID));
  });

  it('fetches the progress until the import has ended, even after a failed fetch', async () => {
    const progress = [100, 200, 300].map((done) =>
      makeImport({ state: 'running', done, total: 300, undo_until: null }),
    );
    const replies = [
      ...progress.slice(0, 2),
      null,
      progress[2]!,
      makeImport({ state: 'completed', done: 300, failed: 0 }),
    ];
    const db = await shown({ state: 'running', done: 0, total: 300, undo_until: null });
    account.mockImplementation(async () => {
      const next = replies.shift();
      if (!next) return { ok: false, why: 'no_answer' };
      await db.pages.put({ key: importKeys.one(ID), rows: [next], fetched_at: AT });
      return { ok: true };
    });
    expect(await screen.findByRole('button', { name: 'Undo import' })).toBeTruthy();
    expect(replies).toEqual([]);
  });

  it('undoes an import only after a confirmation', async () => {
    await shown({});
    fireEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(account).not.toHaveBeenCalledWith('undoImport', ID);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('undoImport', ID));
  });

  it('says how many people stay after an undone import, and offers no second undo', async () => {
    await shown({ state: 'reverted', reverted: 2, kept: 1, undo_until: null });
    expect(await screen.findByText(/1 person stays, because of changes since/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
  });

  it('lists the people kept by an undone import, with the reason for each', async () => {
    const keptRow = (index: number, reason: KeptReason): ImportPlanRow => ({
      ...{ index, line: index + 2, disposition: 'create', cells: [], fields: [], issues: [], was: null, kept: reason },
      person: { id: ID, name: `Person ${index}` },
    });
    const rows = keptReasons.map((reason, index) => keptRow(index, reason));
    await showImports(step('result'), async (db) => {
      const about = { count: rows.length, total_count: rows.length, next: null };
      await db.pages.bulkPut([
        {
          key: importKeys.one(ID),
          rows: [makeImport({ state: 'reverted', kept: 4, undo_until: null })],
          fetched_at: AT,
        },
        { key: importKeys.rows(ID, 'kept'), rows, about, fetched_at: AT },
      ]);
    });
    const list = within(await screen.findByRole('list', { name: 'Not undone' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Person 0.*Changed since the import · Line 2/),
      expect.stringMatching(/Person 1.*Has tasks, calls or other history · Line 3/),
      expect.stringMatching(/Person 2.*Has an account now · Line 4/),
      expect.stringMatching(/Line 5.*Was already removed/),
    ]);
    expect(list.getAllByRole('link')).toHaveLength(3);
  });

  it('says that the list of people kept by an undone import was deleted after seven days', async () => {
    await showImports(step('result'), (db) =>
      db.pages.bulkPut([
        {
          key: importKeys.one(ID),
          rows: [makeImport({ state: 'reverted', kept: 4, undo_until: null })],
          fetched_at: AT,
        },
        { key: importKeys.rows(ID, 'kept'), rows: [], about: { count: 0, total_count: 0, next: null }, fetched_at: AT },
      ]),
    );
    expect(await screen.findByText('The list was deleted 7 days after the import.')).toBeTruthy();
  });
});

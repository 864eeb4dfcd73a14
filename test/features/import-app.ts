import type { ImportRow } from '../../contract/api-calls/imports.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { ImportDraft } from '../../src/db/schema/import-draft.ts';
import { settingsOf } from '../helpers/import-files.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

export const AT = '2036-12-01T14:20:00.000Z';
export const ID = '0198c000-0000-7000-8000-0000000000e1';

/** An import in preparation: an uploaded file of three people. */
export const makeDraft = (more: Partial<ImportDraft> = {}): ImportDraft => ({
  ...{ id: ID, filename: 'people.csv', bytes: 38_000, created_at: AT, rows: 3, remember: true, is_uploaded: true },
  ...{ header: ['Vorname', 'Telefon', 'Geb.'], samples: [['Lena'], ['+4930111'], ['12.04.1988']] },
  ...{ settings: settingsOf(['first_name', 'phone', 'date_birth']), kinds: ['matched', 'matched', 'likely'] },
  check: null,
  ...more,
});

/** A finished import with one error. */
export const makeImport = (more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ id: ID, filename: 'people.csv', total: 3, success: 2, skipped: 0, warnings: 0, failed: 1, created: 2 },
  ...{ updated: 0, unchanged: 0, state: 'completed_with_errors', done: 3, reverted: 0, kept: 0, plan_hash: 'h1' },
  ...{ planned_at: AT, changed: 0, created_by: ID, created_by_name: 'Mary', created_at: AT, finished_at: AT },
  ...{ undo_until: '2036-12-08T14:20:00.000Z', same_file_at: null, same_file_by: null, ...more },
});

/** Renders the app at a path on an employee's device, after `fill` has added rows to the database of the device. */
export async function showImports(path: string, fill: (db: PhoneDb) => Promise<unknown>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { last_fetched_at: AT });
  await fill(db);
  await showApp(path, ports);
  return db;
}

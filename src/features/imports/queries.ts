import { ImportPlanRow, ImportRow } from '../../../contract/api-calls/imports.ts';
import type { ImportOrder } from '../../../contract/table-orders.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import type { RowGroup } from '../../../contract/imports/fields.ts';
import type { Disposition } from '../../../contract/filter-values.ts';
import { importKeys, type PageMeta } from '../../lib/cached-pages.ts';

export interface ImportsPage {
  rows: ImportRow[];
  next: number | null;
  at: string;
}

/** Returns a page of imports as last fetched; null if it was never fetched. */
export async function savedImports(db: PhoneDb, page: number, order: ImportOrder): Promise<ImportsPage | null> {
  const cached = await db.pages.get(importKeys.list(page, order));
  const rows = z.array(ImportRow).safeParse(cached?.rows);
  if (!cached || !rows.success) return null;
  return { rows: rows.data, next: (cached.about as PageMeta).next, at: cached.fetched_at };
}

/** Returns an import as last fetched; null if it was never fetched. */
export async function savedImport(db: PhoneDb, id: string): Promise<ImportRow | null> {
  const [one, list] = [await db.pages.get(importKeys.one(id)), await savedImports(db, 1, '-created_at')];
  const row = ImportRow.safeParse(one?.rows[0]);
  return row.success ? row.data : (list?.rows.find((other) => other.id === id) ?? null);
}

export interface CheckRows {
  rows: ImportPlanRow[];
  /** Number of all rows that match the filter; only the first ones are on this device. */
  count: number;
}

/** Returns the rows of an import that match a filter; null if they have not been fetched. */
export async function savedCheckRows(db: PhoneDb, id: string, only: Disposition | RowGroup): Promise<CheckRows | null> {
  const cached = await db.pages.get(importKeys.rows(id, only));
  const rows = z.array(ImportPlanRow).safeParse(cached?.rows);
  return cached && rows.success ? { rows: rows.data, count: (cached.about as PageMeta).count } : null;
}

/** Returns the import drafts that have not been imported yet, newest first. */
export async function savedImportDrafts(db: PhoneDb): Promise<ImportDraft[]> {
  const drafts = await db.import_drafts.orderBy('created_at').reverse().limit(20).toArray();
  const imports = await Promise.all(drafts.map(({ id }) => savedImport(db, id)));
  // A draft stays after its import, because its column names are needed for the file of rows with problems.
  return drafts.filter((_, at) => ['uploaded', 'previewed'].includes(imports[at]?.state ?? 'uploaded'));
}

/** Returns an import draft; null if this device does not have it. */
export const savedImportDraft = async (db: PhoneDb, id: string): Promise<ImportDraft | null> =>
  (await db.import_drafts.get(id)) ?? null;

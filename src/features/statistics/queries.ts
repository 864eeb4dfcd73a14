import { CountedRecord } from '../../../contract/api-calls/statistics.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { statisticsKeys, type PageMeta, type RecordsQuery } from '../../lib/cached-pages.ts';

export interface RecordsPage {
  rows: CountedRecord[];
  count: number;
  /** Number of the next page of records. */
  next: number | null;
  at: string;
}

/** Returns a page of the records that a figure counts, as last fetched; null if it was never fetched. */
export async function savedRecordsPage(db: PhoneDb, query: RecordsQuery): Promise<RecordsPage | null> {
  const page = await db.pages.get(statisticsKeys.records(query));
  const rows = z.array(CountedRecord).safeParse(page?.rows);
  if (!page || !rows.success) return null;
  const { count, next } = page.about as PageMeta;
  return { rows: rows.data, count, next, at: page.fetched_at };
}

import { sql, type RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import type { EventDraft } from './events.ts';
import type { NewsDraft } from './news.ts';
import {
  findExisting,
  deleteRowsOfRemovedFiles,
  removedPaths,
  type ImportCounts,
  type ImportOptions,
} from './existing.ts';
import { writeImages } from './write-media.ts';

/**
 * `MIRRORED_NEWS` is the number of news items per language that devices keep; `MIRRORED_EVENT_DAYS` is the number of
 * days for which they keep an event after its end.
 */
const MIRRORED_NEWS = 50;
const MIRRORED_EVENT_DAYS = 90;

type Change = 'added' | 'updated' | 'unchanged';

async function writeNews(tx: Tx, draft: NewsDraft, options: ImportOptions): Promise<Change> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'news', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null) return 'unchanged';
  const { images, media, ...fields } = draft;
  await writeImages(tx, images, options);
  const rev = await options.nextRev();
  const values = { ...fields, media: JSON.stringify(media), rev, updated_at: now, deleted_at: null, deleted_by: null };
  if (before) {
    await tx.updateTable('news').set(values).where('scope', '=', scope).where('id', '=', before.id).execute();
    return 'updated';
  }
  const initial = { id: uuidv7(), scope, field_revs: '{}', created_at: now, is_mirrored: true };
  await tx
    .insertInto('news')
    .values({ ...values, ...initial })
    .execute();
  return 'added';
}

async function writeEvent(tx: Tx, draft: EventDraft, options: ImportOptions): Promise<Change> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'events', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null) return 'unchanged';
  const { images, media, ...fields } = draft;
  await writeImages(tx, images, options);
  const rev = await options.nextRev();
  const values = { ...fields, media: JSON.stringify(media), rev, updated_at: now, deleted_at: null, deleted_by: null };
  if (before) {
    await tx.updateTable('events').set(values).where('scope', '=', scope).where('id', '=', before.id).execute();
    return 'updated';
  }
  const initial = { id: uuidv7(), scope, field_revs: '{}', created_at: now, is_mirrored: true };
  await tx
    .insertInto('events')
    .values({ ...values, ...initial })
    .execute();
  return 'added';
}

/**
 * Sets `is_mirrored` of each row to the value of the SQL expression `wanted`. Changed rows get a new rev, so that
 * devices pull them.
 */
async function updateMirrored(
  tx: Tx,
  table: 'news' | 'events',
  wanted: RawBuilder<boolean>,
  { scope, nextRev }: ImportOptions,
): Promise<void> {
  const { rows } = await sql<{ id: string; wanted: boolean }>`select w.id, w.wanted from (
      select id, is_mirrored, ${wanted} as wanted from ${sql.table(table)}
      where scope = ${scope} and deleted_at is null) w
    where w.is_mirrored <> w.wanted`.execute(tx);
  for (const isMirrored of [true, false]) {
    const ids = rows.filter((row) => row.wanted === isMirrored).map(({ id }) => id);
    if (ids.length === 0) continue;
    await tx
      .updateTable(table)
      .set({ is_mirrored: isMirrored, rev: await nextRev() })
      .where('scope', '=', scope)
      .where('id', 'in', ids)
      .execute();
  }
}

/**
 * Determines which news items devices keep. This is done on import instead of on each pull, so that an item gets a new
 * rev when devices start or stop keeping it.
 */
async function updateMirroredNews(tx: Tx, options: ImportOptions): Promise<void> {
  const newest = sql<boolean>`(row_number() over (partition by language order by published_at desc, id desc) <=
    ${sql.lit(MIRRORED_NEWS)})`;
  await updateMirrored(tx, 'news', newest, options);
}

async function updateMirroredEvents(tx: Tx, options: ImportOptions): Promise<void> {
  const since = new Date(Date.parse(options.now) - MIRRORED_EVENT_DAYS * 86_400_000).toISOString();
  await updateMirrored(tx, 'events', sql<boolean>`(ends_at > ${since})`, options);
}

/**
 * Updates news and events in the database to match the folder. If the folder contains no files of a kind at all,
 * readable or not, the rows of that kind are not changed.
 */
export async function writeNewsAndEvents(
  tx: Tx,
  content: { news: readonly NewsDraft[]; events: readonly EventDraft[]; bad: readonly string[] },
  options: ImportOptions,
  counts: ImportCounts,
): Promise<void> {
  for (const item of content.news) counts[await writeNews(tx, item, options)] += 1;
  for (const event of content.events) counts[await writeEvent(tx, event, options)] += 1;
  for (const table of ['news', 'events'] as const) {
    const bad = content.bad.filter((file) => file.startsWith(`${table}/`));
    const present = new Set([...content[table].map(({ path }) => path), ...bad]);
    if (present.size === 0) continue;
    const removed = await removedPaths(tx, table, options.scope, present);
    counts.removed.push(...removed);
    if (!options.prune) continue;
    await deleteRowsOfRemovedFiles(tx, table, removed, options);
    counts.pruned += removed.length;
  }
  await updateMirroredNews(tx, options);
  await updateMirroredEvents(tx, options);
}

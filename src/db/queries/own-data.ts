import { entityNames, stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';
import { rowPages } from './row-pages.ts';

/** Entities of which the user owns all rows. Of shared entities, only the user's own comments are exported. */
const ownEntities = entityNames.filter((name) => stores[name].group === 'p0' || stores[name].group === 'p1');

/** Returns the rows of an entity as parts which, joined, are the content of a JSON array. Reads page by page. */
async function listOf(
  db: PhoneDb,
  name: EntityName,
  isIncluded: (row: object) => boolean = () => true,
): Promise<string[]> {
  const parts: string[] = [];
  for await (const rows of rowPages(db, name)) {
    const included = rows.filter(isIncluded).map((row) => JSON.stringify(row));
    if (included.length > 0) parts.push(`${parts.length > 0 ? ',' : ''}\n${included.join(',\n')}`);
  }
  return parts;
}

/** Returns the unsent writes as JSON. */
async function unsentChangesJson(db: PhoneDb): Promise<string> {
  const entries = await db.outbox.orderBy('seq').toArray();
  const lines = entries
    .filter(({ background }) => background === 0)
    .map(({ kind, title, state, entity_id, args, at_client }) => ({
      kind,
      title,
      state,
      record: entity_id,
      content: args,
      written_at: new Date(at_client).toISOString(),
    }));
  return JSON.stringify(lines);
}

/**
 * Returns the user's own data on this phone as parts which, joined, are one JSON document. It contains no token, key or
 * code.
 */
export async function readOwnDataParts(db: PhoneDb, user_id: string, now: string): Promise<string[]> {
  const isOwn = (row: object): boolean => (row as { author_id?: string }).author_id === user_id;
  const parts = [`{"app":"Haversack","exported_at":${JSON.stringify(now)},"not_sent":${await unsentChangesJson(db)}`];
  for (const name of ownEntities) parts.push(`,\n"${name}":[`, ...(await listOf(db, name)), ']');
  parts.push(',\n"comments":[', ...(await listOf(db, 'comments', isOwn)), ']}\n');
  return parts;
}

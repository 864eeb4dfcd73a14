import { entityNames, stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Rows that are read at once: the phone of somebody with fifty thousand contacts has little memory too. */
const PAGE = 500;

/** What is the person's own as a whole; of what all share the own comments alone. */
const own = entityNames.filter((name) => stores[name].group === 'p0' || stores[name].group === 'p1');

async function* pagesOf(db: PhoneDb, name: EntityName): AsyncGenerator<{ id: string }[]> {
  let after = '';
  for (;;) {
    const rows = await db.table<{ id: string }>(name).where('id').above(after).limit(PAGE).toArray();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}

/** Rows as the inside of a JSON list, page by page. */
async function listOf(db: PhoneDb, name: EntityName, keep: (row: object) => boolean = () => true): Promise<string[]> {
  const parts: string[] = [];
  for await (const rows of pagesOf(db, name)) {
    const kept = rows.filter(keep).map((row) => JSON.stringify(row));
    if (kept.length > 0) parts.push(`${parts.length > 0 ? ',' : ''}\n${kept.join(',\n')}`);
  }
  return parts;
}

/** What was written here and not sent: what it is, and the words in it. */
async function unsent(db: PhoneDb): Promise<string> {
  const entries = await db.outbox.orderBy('seq').toArray();
  const lines = entries
    .filter(({ background }) => background === 0)
    .map(({ kind, title, state, entity_id, args, at_client }) => ({
      ...{ kind, title, state, record: entity_id, content: args, written_at: new Date(at_client).toISOString() },
    }));
  return JSON.stringify(lines);
}

/**
 * Everything on this phone that is the person's own, as pieces of one JSON text. Nothing that opens the account is in
 * it: no token, no key, no code.
 */
export async function ownDataParts(db: PhoneDb, user_id: string, now: string): Promise<string[]> {
  const isOwn = (row: object): boolean => (row as { author_id?: string }).author_id === user_id;
  const parts = [`{"app":"Haversack","exported_at":${JSON.stringify(now)},"not_sent":${await unsent(db)}`];
  for (const name of own) parts.push(`,\n"${name}":[`, ...(await listOf(db, name)), ']');
  parts.push(',\n"comments":[', ...(await listOf(db, 'comments', isOwn)), ']}\n');
  return parts;
}

import type { Selectable } from 'kysely';
import type { LandingTables } from '../../db/landing-tables.ts';
import type { Db, Tx } from '../../db/tables.ts';

/** A published version of a page. */
export type LandingVersion = Omit<Selectable<LandingTables['landing_versions']>, 'scope' | 'flow_id'>;

/**
 * The owner of a page. Visitors see the first name; a visitor who registers from the page is referred with the promo
 * code.
 */
export interface PageOwner {
  first_name: string;
  promo_code: string | null;
}

export type PublishedPage =
  | { state: 'published'; flow_id: string; owner_id: string; owner: PageOwner; version: LandingVersion }
  /** The page was published earlier, but its flow is archived or deleted, or its owner has no access. */
  | { state: 'gone' };

const versionColumns = [
  'v.number',
  'v.title',
  'v.lang',
  'v.description',
  'v.cover',
  'v.blocks',
  'v.cards',
  'v.published_at',
] as const;

/** Whether a deleted or archived flow had a page at this address. */
async function wasPublished(db: Db | Tx, scope: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('flows as f')
    .select('f.id')
    .where('f.scope', '=', scope)
    .where((either) =>
      either.or([
        either('f.former_name', '=', name),
        either.and([
          either('f.unique_name', '=', name),
          either('f.state', '=', 'archived'),
          either.exists(
            either
              .selectFrom('landing_versions as v')
              .select('v.number')
              .whereRef('v.scope', '=', 'f.scope')
              .whereRef('v.flow_id', '=', 'f.id'),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the published page at an address. If the address has one, this takes a single query. Returns null if nothing
 * was ever published at the address, or if its page is a draft again.
 */
export async function findPublishedPage(
  db: Db | Tx,
  scope: string,
  unique_name: string,
): Promise<PublishedPage | null> {
  const row = await db
    .selectFrom('flows as f')
    .innerJoin('landing_versions as v', (join) =>
      join.onRef('v.scope', '=', 'f.scope').onRef('v.flow_id', '=', 'f.id').onRef('v.number', '=', 'f.version'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'f.scope').onRef('u.id', '=', 'f.owner_id'))
    .select([...versionColumns, 'f.id as flow_id', 'f.owner_id', 'u.first_name', 'u.promo_code'])
    .select(['u.is_active', 'u.is_blocked', 'u.deleted_at'])
    .where('f.scope', '=', scope)
    .where('f.unique_name', '=', unique_name)
    .executeTakeFirst();
  if (!row) return (await wasPublished(db, scope, unique_name)) ? { state: 'gone' } : null;
  const { flow_id, owner_id, first_name, promo_code, is_active, is_blocked, deleted_at, ...version } = row;
  if (!is_active || is_blocked || deleted_at !== null) return { state: 'gone' };
  return { state: 'published', flow_id, owner_id, owner: { first_name, promo_code }, version };
}

import { sql } from 'kysely';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { ContactStatus } from '../../../contract/filter-values.ts';
import type { RowsContext } from '../../handlers.ts';
import { countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { searchMatches } from '../../db/search-text.ts';
import { notDeletedContacts, readContacts } from './repository.ts';

export interface ContactFilter {
  search: string | undefined;
  category: string | undefined;
  status: ContactStatus | undefined;
}

/**
 * Returns two queries for the caller's own contacts: all contacts (`own`), and the matching contacts sorted by name
 * (`found`).
 */
function ownContacts(context: RowsContext, { search, category, status }: ContactFilter) {
  const own = notDeletedContacts(context).where('c.owner_id', '=', context.caller.user_id);
  const inCategory = category === undefined ? sql`true` : sql`c.category_id = ${category}`;
  const inStatus = status === undefined ? sql`true` : sql`c.status = ${status}`;
  const matches = sql<boolean>`(${searchMatches('c', search)} and coalesce(${inCategory}, false) and ${inStatus})`;
  const found = own
    .where(matches)
    .orderBy(sql`lower(c.first_name)`)
    .orderBy(sql`lower(c.last_name)`)
    .orderBy('c.id');
  return { own, matches, found };
}

/** Returns a page of the caller's own contacts that match the filter, sorted by name. */
export async function listContacts(
  context: RowsContext,
  filter: ContactFilter,
  { offset, limit }: PageSpan,
): Promise<PageResult<Contact>> {
  const { own, matches, found } = ownContacts(context, filter);
  const counts = await own.select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: await readContacts(found.offset(offset).limit(limit)), ...counts };
}

/** Returns all of the caller's own contacts that match the filter, sorted by name. */
export const allContacts = (context: RowsContext, filter: ContactFilter): Promise<Contact[]> =>
  readContacts(ownContacts(context, filter).found);

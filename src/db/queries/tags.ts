import { staffKeys } from '../../lib/cached-pages.ts';
import type { PhoneDb } from '../schema/db.ts';

export interface TagGroup {
  id: string;
  name: string;
  tags: { id: string; name: string }[];
}

/** Returns the tags by group as last fetched; null if they were never fetched. */
export async function savedTagGroups(db: PhoneDb): Promise<{ groups: TagGroup[]; at: string } | null> {
  const page = await db.pages.get(staffKeys.tags);
  return page ? { groups: page.rows as TagGroup[], at: page.fetched_at } : null;
}

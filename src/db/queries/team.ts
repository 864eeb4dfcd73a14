import type { Branch, TeamMember } from '../../../contract/api-calls/team.ts';
import type { PhoneDb } from '../schema/db.ts';

const OWN_KEY = 'team';
const FAMILY = `${OWN_KEY}:`;

/**
 * Returns the key of a branch in the pages table. A branch consists of the people whom a member invited; null stands
 * for the user's own branch. The key of the user's own branch lacks the prefix `team:`, so that it is never deleted as
 * one of the oldest branches.
 */
export const branchKey = (id: string | null): string => (id === null ? OWN_KEY : `${FAMILY}${id}`);

/** Metadata of a branch: what is stored besides its people. */
export interface BranchMeta extends Pick<Branch, 'next' | 'path' | 'people' | 'line_1' | 'this_month'> {
  /** Number of pages that were fetched. */
  pages: number;
}

/** The people whom a member invited, as last fetched. */
export interface SavedBranch extends BranchMeta {
  rows: TeamMember[];
  /** When the oldest of the rows was fetched: ISO, device time. */
  at: string;
}

interface StoredPage {
  rows: unknown[];
  about?: unknown;
  fetched_at: string;
}

const branchOf = ({ rows, about, fetched_at }: StoredPage): SavedBranch => ({
  ...(about as BranchMeta),
  rows: rows as TeamMember[],
  at: fetched_at,
});

/** Returns the user's own branch as last fetched; null if it was never fetched. */
export async function savedOwnBranch(db: PhoneDb): Promise<SavedBranch | null> {
  const page = await db.pages.get(OWN_KEY);
  return page ? branchOf(page) : null;
}

/**
 * Returns all branches on this device, each by the id of the member who invited its people; the user's own branch has
 * the key null.
 */
export async function savedBranches(db: PhoneDb): Promise<Map<string | null, SavedBranch>> {
  const pages = await db.pages.where('key').equals(OWN_KEY).or('key').startsWith(FAMILY).toArray();
  return new Map(pages.map((page) => [page.key.slice(FAMILY.length) || null, branchOf(page)]));
}

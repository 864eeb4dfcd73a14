import type { TeamMember } from '../../contract/api-calls/team.ts';
import { branchKey, type BranchMeta } from '../../src/db/queries/team.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';

/** Returns the id of the nth person of a team. */
export const memberId = (number: number): string => `0198c000-0000-7000-8000-${String(number).padStart(12, '7')}`;

export function makeMember(number: number, change: Partial<TeamMember> = {}): TeamMember {
  return {
    id: memberId(number),
    first_name: `Nina${number}`,
    last_initial: 'F',
    city: 'Ulm',
    joined: '2026-03',
    line: 1,
    people: 0,
    line_1: 0,
    phone: null,
    email: null,
    is_removed: false,
    ...change,
  };
}

/** Stores a branch as the worker does. If `id` is null, it is the user's own branch. */
export async function saveBranch(
  db: PhoneDb,
  id: string | null,
  rows: TeamMember[],
  { fetched_at = '2026-05-02T09:00:00.000Z', ...meta }: Partial<BranchMeta> & { fetched_at?: string } = {},
): Promise<void> {
  const about = { next: null, pages: 1, path: [], people: rows.length, line_1: rows.length, this_month: 0, ...meta };
  await db.pages.put({ key: branchKey(id), rows, about, fetched_at });
}

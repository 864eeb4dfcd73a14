import type { TeamMember } from '../../../contract/api-calls/team.ts';
import type { SavedBranch } from '../../db/queries/team.ts';
import { nameOrPhoneMatcher } from '../../components/person/name-or-phone-search.ts';

/** The branches on this device by the id of the member at their top; the key of the user's own branch is null. */
export type Branches = ReadonlyMap<string | null, SavedBranch>;

interface KnownMember {
  member: TeamMember;
  /** Id of the person who invited this member; null for the user. */
  above: string | null;
}

/**
 * Returns all members in the branches on this device by id. If several branches contain a member, the most recently
 * fetched data is used.
 */
export function knownMembers(branches: Branches): Map<string, KnownMember> {
  const known = new Map<string, KnownMember>();
  const byAge = [...branches].toSorted(([, a], [, b]) => a.at.localeCompare(b.at));
  for (const [id, { rows, path }] of byAge) {
    for (const [index, member] of path.entries()) known.set(member.id, { member, above: path[index - 1]?.id ?? null });
    for (const member of rows) known.set(member.id, { member, above: id });
  }
  return known;
}

/** Returns the people between the user and a member, ending with that member; null if they are not on this device. */
export function pathOf(known: ReadonlyMap<string, KnownMember>, id: string): TeamMember[] | null {
  const path: TeamMember[] = [];
  for (let next: string | null = id; next !== null;) {
    const found = known.get(next);
    if (!found || path.length > known.size) return null;
    path.unshift(found.member);
    next = found.above;
  }
  return path;
}

/** Returns the members whose name, city or phone number matches the search, without removed accounts. */
export function searchMembers(members: Iterable<TeamMember>, search: string): TeamMember[] {
  const matches = nameOrPhoneMatcher(search);
  return [...members].filter(
    ({ first_name, last_initial, city, phone, is_removed }) =>
      !is_removed && matches(`${first_name} ${last_initial} ${city ?? ''}`, phone),
  );
}

const names = new Intl.Collator();

export const memberOrders = {
  name: (a, b) => names.compare(memberName(a), memberName(b)),
  line: (a, b) => a.line - b.line,
  city: (a, b) => names.compare(a.city ?? '', b.city ?? ''),
  joined: (a, b) => (a.joined ?? '').localeCompare(b.joined ?? ''),
  people: (a, b) => a.people - b.people,
} satisfies Record<string, (a: TeamMember, b: TeamMember) => number>;

export type MemberOrder = keyof typeof memberOrders;

/** Returns a member's first name with the initial of the last name; empty for a removed account. */
export const memberName = ({ first_name, last_initial }: Pick<TeamMember, 'first_name' | 'last_initial'>): string =>
  last_initial === '' ? first_name : `${first_name} ${last_initial}.`;

import type { TeamMember } from '../../../contract/api-calls/team.ts';
import type { SavedBranch } from '../../db/queries/team.ts';
import { nameOrPhoneMatcher } from '../../components/person/name-or-phone-search.ts';

/** The branches on this device by the id of the member; the user's own is null. */
export type Branches = ReadonlyMap<string | null, SavedBranch>;

interface KnownMember {
  member: TeamMember;
  /** The person who invited this one; null for the user. */
  above: string | null;
}

/** Returns everyone in the branches on this device by id, each as fetched last. */
export function knownMembers(branches: Branches): Map<string, KnownMember> {
  const known = new Map<string, KnownMember>();
  const byAge = [...branches].toSorted(([, a], [, b]) => a.at.localeCompare(b.at));
  for (const [id, { rows, path }] of byAge) {
    for (const [index, member] of path.entries()) known.set(member.id, { member, above: path[index - 1]?.id ?? null });
    for (const member of rows) known.set(member.id, { member, above: id });
  }
  return known;
}

/** Returns the people between the user and a person, ending with that person; null if the device does not know them. */
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

/** Returns those whose name, city or phone number matches the search, without removed accounts. */
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

/** Returns the first name with the initial of the last name; empty for a removed account. */
export const memberName = ({ first_name, last_initial }: Pick<TeamMember, 'first_name' | 'last_initial'>): string =>
  last_initial === '' ? first_name : `${first_name} ${last_initial}.`;

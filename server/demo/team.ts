import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import { blankUser } from '../features/accounts/blank-user.ts';
import { joinTeam } from '../features/team/counts.ts';

const DAY_MIN = 24 * 60;
const MIN_MS = 60_000;

/**
 * The inviter of each member, in the order in which the members joined: the index of an earlier member, -1 for the demo
 * learner, or -2 for the first consultant.
 */
const invitedBy = [
  -1, 0, -1, -2, 2, -1, 5, 2, 7, -1, 3, 5, 9, 2, 0, 2, 0, -2, 5, 0, 0, 2, 4, 18, 0, 10, 21, 15, 1, 1, 4, 0, 30, 21, 23,
  18, 35, 6, 0, 8, 14, -1, 32, 5, 36, 18, 8, 30, 41, 32, 37, 29, 28, 15, 47, 36, 21, 25, 36, 42, 56, 36, 41, 47, 28, 62,
  37, 66, 62, 62, 36, 47, 47, 42, 48, 47, 58, 62, 62, 68, 68, 56, 65, 70, 47, 68, 63, 56, 62, 76, 71, 68,
];

const firstNames = [
  ...['Sophie', 'Marek', 'Nina', 'Farid', 'Katrin', 'Dmitri', 'Elif', 'Paul', 'Irina', 'Lukas', 'Amina', 'Hanna'],
  ...['Viktor', 'Julia', 'Ruslan', 'Emma', 'Tobias', 'Saule', 'Ben', 'Oksana', 'Felix', 'Leyla', 'Max', 'Alina'],
  ...['Jan', 'Zhanna', 'Theo', 'Marta', 'Arman', 'Clara', 'Pavel', 'Ines', 'Nikita', 'Rosa', 'Emil', 'Dina'],
  ...['Oskar', 'Vera', 'Karim', 'Lea', 'Anton', 'Mila', 'Georg'],
];
const lastNames = [
  ...['Brandt', 'Nowak', 'Fischer', 'Rahimov', 'Vogel', 'Sokolov', 'Yilmaz', 'Krause', 'Pavlova', 'Winter', 'Hassan'],
  ...['Lorenz', 'Orlov', 'Schubert', 'Akhmetov', 'Roth', 'Engel', 'Serik', 'Hughes', 'Koval', 'Busch', 'Demir'],
  ...['Albrecht', 'Ivanova', 'Kowalski', 'Nurlan', 'Hartmann', 'Silva', 'Bekov'],
];
const cities = [
  ...['Hamburg', 'Berlin', 'Bremen', 'Almaty', 'Kyiv', 'Köln', 'Astana', 'Leipzig', 'London', 'Warsaw', 'Kassel'],
  ...['Dresden', 'Shymkent'],
];

/** Number of days between the joining of the first member and that of the last member. */
const JOINING_DAYS = 138;

/**
 * `showsContact` selects the members who show their contact details to the people above them; `REMOVED` is the index of
 * the member whose account was removed.
 */
const showsContact = (index: number): boolean => index % 3 === 0;
const REMOVED = 47;

/**
 * Seeds the people whom the demo learner and the first consultant invited, and all further invited people below them.
 */
export async function seedTeam(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const memberIds = invitedBy.map(() => uuidv7());
  const referrerOf = (index: number): string | null => {
    if (index === -1) return ids.get('learner@example.org') ?? null;
    if (index === -2) return ids.get('consultant@example.org') ?? null;
    return memberIds[index] ?? null;
  };
  const rows = invitedBy.map((referrer, index) => {
    const days = Math.floor(((invitedBy.length - 1 - index) / invitedBy.length) * JOINING_DAYS) + 1;
    // Each member joined at a different time of the day.
    const at = new Date(now.getTime() - (days * DAY_MIN + (((index + 500) * 137) % DAY_MIN)) * MIN_MS).toISOString();
    const removed = {
      deleted_at: now.toISOString(),
      deleted_by: ids.get('admin@example.org') ?? null,
      is_active: false,
    };
    return {
      ...blankUser,
      scope,
      id: memberIds[index] ?? '',
      rev,
      created_at: at,
      updated_at: at,
      source: 'registration' as const,
      first_name: firstNames[index % firstNames.length] ?? '',
      last_name: lastNames[index % lastNames.length] ?? '',
      city: cities[index % cities.length] ?? null,
      phone: `+49152010${String(index).padStart(5, '0')}`,
      email: `member${index}@example.org`,
      referrer_id: referrerOf(referrer),
      show_contact_to_team: showsContact(index),
      ...(index === REMOVED && removed),
    };
  });
  await tx.insertInto('users').values(rows).execute();
  for (const [index, row] of rows.entries()) if (index !== REMOVED) await joinTeam(tx, row);
}

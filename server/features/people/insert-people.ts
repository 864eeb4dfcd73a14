import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { personSearchText } from '../../../contract/search/lines.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { blankUser } from '../accounts/blank-user.ts';
import { newPromoCode } from '../accounts/register.ts';
import { joinTeams } from '../team/counts.ts';

type Context = Omit<HandlerContext, 'caller'>;

type Given = 'first_name' | 'last_name' | 'middle_name' | 'phone' | 'email' | 'country' | 'city' | 'language';
type Details = 'date_birth' | 'gender' | 'telegram' | 'work_zone' | 'notes' | 'tags' | 'groups' | 'created_at';
type Assignment = 'status' | 'responsible_id' | 'waiting_since' | 'referrer_id' | 'time_zone' | 'source';

export type PersonRow = Pick<User, 'id' | Given | Details | Assignment>;

/**
 * Inserts people without a login in one statement, with the rev of this transaction, and adds them to the team counts
 * of the members above them. People whose id, phone number or email address is already used are left out. Returns the ids of the
 * inserted people.
 */
export async function insertPeople(
  { tx, scope, received_at, nextRev }: Context,
  people: readonly PersonRow[],
): Promise<Set<string>> {
  if (people.length === 0) return new Set();
  const rev = await nextRev();
  const rows = people.map((person) => ({
    ...blankUser,
    ...person,
    scope,
    rev,
    field_revs: {},
    updated_at: received_at,
    search: personSearchText(person),
    promo_code: newPromoCode(),
  }));
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  const { rows: inserted } = await sql<{ id: string }>`insert into users (${columns})
    select ${columns} from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing returning id`.execute(tx);
  const ids = new Set(inserted.map(({ id }) => id));
  await joinTeams(
    tx,
    scope,
    people.filter(({ id }) => ids.has(id)),
  );
  return ids;
}

export interface AddedEvent {
  person_id: string;
  detail: Record<string, unknown>;
}

/** Adds a `created` entry to the timelines of people in one statement, with the rev of this transaction. */
export async function addCreatedEvents(
  { tx, scope, received_at: at, nextRev }: Context,
  by_id: string,
  events: readonly AddedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rev = await nextRev();
  const common = { scope, kind: 'created', at, by_id, rev, field_revs: {}, created_at: at, updated_at: at };
  const rows = events.map((event) => ({ ...common, ...event, id: uuidv7() }));
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  await sql`insert into person_events (${columns})
    select ${columns} from jsonb_populate_recordset(null::person_events, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

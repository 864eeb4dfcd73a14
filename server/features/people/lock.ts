import { personSearchText } from '../../../contract/search/lines.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { nextFieldRevs } from '../../sync/merge.ts';
import { allPeople, personById, personColumns } from './repository.ts';
import { returnColumns } from './return-columns.ts';
import { isInPool } from './visible.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

/** Throws `forbidden` for a learner, because only employees may change people. */
export function assertStaff({ caller }: HandlerContext): void {
  if (!caller.is_staff) throw new Refused('forbidden');
}

/**
 * Locks accounts in the order of their ids. Every transaction uses this order, so that no two transactions wait for
 * each other.
 */
export async function lockUsers(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  ids: readonly (string | null)[],
): Promise<Map<string, User>> {
  const idsToLock = [...new Set(ids.filter((id) => id !== null))];
  const rows = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', 'in', idsToLock)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LockedPerson {
  person: Person;
  field_revs: Record<string, number>;
  /** The responsible employee, whose account is also locked; null if the person has none. */
  holder: User | null;
  /** All locked accounts by id: the person, the caller, the responsible employee and the accounts in `also`. */
  accounts: Map<string, User>;
}

/** Returns a person of the scope, no matter which employee is responsible; null if the person was removed. */
export async function findPersonInAnyCare(context: HandlerContext, id: string): Promise<Person | null> {
  const query = allPeople(context)
    .select(personColumns(context))
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns a person who waits in the pool, or null. */
async function findWaitingPerson(context: HandlerContext, id: string): Promise<Person | null> {
  return (
    (await allPeople(context)
      .select(personColumns(context))
      .where('u.id', '=', id)
      .where(isInPool('u'))
      .executeTakeFirst()) ?? null
  );
}

/**
 * Returns the responsible employee of a locked person. If the person was reassigned before the lock, the new employee
 * is not locked yet and is locked here.
 */
async function lockResponsible(
  context: HandlerContext,
  { responsible_id }: Person,
  accounts: ReadonlyMap<string, User>,
): Promise<User | null> {
  if (responsible_id === null) return null;
  return accounts.get(responsible_id) ?? (await lockUsers(context, [responsible_id])).get(responsible_id) ?? null;
}

/**
 * Locks a person in the caller's care, their responsible employee and the accounts in `also`; with `pool`, also accepts
 * a lead waiting in the pool. Throws `not_found` both for a missing person and for a person hidden from the caller.
 */
export async function lockPersonOrThrow(
  context: HandlerContext,
  id: string,
  { also = [], pool = false }: { also?: readonly (string | null)[]; pool?: boolean } = {},
): Promise<LockedPerson> {
  assertStaff(context);
  // Check access before locking anything, so that the response for another employee's person takes no longer than the
  // response for a missing person.
  const visiblePerson = (await personById(context, id)) ?? (pool ? await findWaitingPerson(context, id) : null);
  if (!visiblePerson) throw new Refused('not_found');
  const accounts = await lockUsers(context, [id, context.caller.user_id, visiblePerson.responsible_id, ...also]);
  const person = (await personById(context, id)) ?? (pool ? await findWaitingPerson(context, id) : null);
  const row = accounts.get(id);
  if (!person || !row) throw new Refused('not_found');
  return { person, field_revs: row.field_revs, holder: await lockResponsible(context, person, accounts), accounts };
}

const stored = [
  ...(['first_name', 'last_name', 'middle_name', 'phone', 'phone_invalid', 'email', 'telegram', 'city'] as const),
  ...(['country', 'address', 'language', 'date_birth', 'status', 'responsible_id', 'tags', 'groups'] as const),
  ...(['do_not_contact', 'notes', 'waiting_since', 'next_step_at'] as const),
  ...(['partner_since', 'company', 'partner_note', 'commission_percent', 'partner_files'] as const),
] as const;

/** Writes the changed fields of a locked person and returns the revision of this transaction. */
export async function savePerson(
  { tx, scope, received_at, nextRev }: Omit<HandlerContext, 'caller'>,
  { person, field_revs }: Pick<LockedPerson, 'person' | 'field_revs'>,
  next: Person,
): Promise<number> {
  const rev = await nextRev();
  const changed = stored.filter((name) => !jsonEqual(person[name], next[name]));
  const values = Object.fromEntries(
    changed.map((name) => {
      const value = next[name];
      return [name, Array.isArray(value) ? JSON.stringify(value) : value];
    }),
  );
  const isLeaving = person.status === 'waiting' && next.status !== 'waiting';
  await tx
    .updateTable('users')
    .set({
      ...values,
      search: personSearchText(next),
      ...(isLeaving && { claimed_rev: rev }),
      ...returnColumns(person, next, received_at),
      rev,
      updated_at: received_at,
      field_revs: JSON.stringify(nextFieldRevs(field_revs, values, rev)),
    })
    .where('scope', '=', scope)
    .where('id', '=', person.id)
    .execute();
  return rev;
}

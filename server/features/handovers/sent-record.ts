import { sql, type RawBuilder } from 'kysely';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import type { Caller, RowsContext } from '../../handlers.ts';
import { requestHash } from '../../http/canonical-json.ts';
import { hasEmployeeRole, isInteractionVisible, isOwnerVisible } from '../contacts/visible.ts';
import { isInPool, isInCareOfCaller } from '../people/visible.ts';
import { wasTicketSeenOrTaken, hasTicketLeftPool } from '../tickets/staff-visible.ts';

/**
 * The current owner of a record to which the sender has or had access; `holder_id` is null if the record has no owner.
 * Undefined if the record is missing or the sender never had access.
 */
type Holder = { holder_id: string | null } | undefined;

/** SQL condition: the caller has lost access to the record. `id` is the name of a column. */
const hasLostAccess = ({ scope, user_id }: Caller, entity: EntityName, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from access_revocations x where x.scope = ${scope} and x.user_id = ${user_id}
    and x.entity = ${entity} and x.entity_id = ${sql.ref(id)})`;

/** SQL condition: the person is or was in the caller's care, or in the pool, which every employee can see. */
const personWasVisible = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${isInCareOfCaller(caller, alias)}, false) or ${hasLostAccess(caller, 'people', `${alias}.id`)}
    or (${caller.is_staff}::boolean and not ${hasEmployeeRole(alias)}
      and (${sql.ref(`${alias}.claimed_rev`)} is not null or ${isInPool(alias)})))`;

const contactWasVisible = (caller: Caller, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOwnerVisible(caller, alias)} or ${hasLostAccess(caller, 'contacts', `${alias}.id`)})`;

function ownerOfSeenContact({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('contacts as c')
    .select('c.owner_id as holder_id')
    .where('c.scope', '=', caller.scope)
    .where('c.id', '=', id)
    .where(contactWasVisible(caller, 'c'))
    .executeTakeFirst();
}

function ownerOfSeenPerson({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('users as u')
    .select('u.responsible_id as holder_id')
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(personWasVisible(caller, 'u'))
    .executeTakeFirst();
}

/**
 * Returns the assignee of a task. If the caller is still the assignee but has lost access to the person of the task,
 * returns the employee who is now responsible for that person.
 */
function ownerOfSeenTask({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('tasks as t')
    .leftJoin('users as p', (join) => join.onRef('p.scope', '=', 't.scope').onRef('p.id', '=', 't.linked_user_id'))
    .select(
      sql<string | null>`case when t.assignee_id = ${caller.user_id} then p.responsible_id
        else t.assignee_id end`.as('holder_id'),
    )
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .where(sql<boolean>`(t.assignee_id = ${caller.user_id} or ${hasLostAccess(caller, 'tasks', 't.id')})`)
    .executeTakeFirst();
}

function ownerOfSeenInteraction({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('interactions as i')
    .leftJoin('contacts as c', (join) => join.onRef('c.scope', '=', 'i.scope').onRef('c.id', '=', 'i.contact_id'))
    .leftJoin('users as u', (join) => join.onRef('u.scope', '=', 'i.scope').onRef('u.id', '=', 'i.user_id'))
    .select((eb) => eb.fn.coalesce('c.owner_id', 'u.responsible_id').as('holder_id'))
    .where('i.scope', '=', caller.scope)
    .where('i.id', '=', id)
    .where(
      sql<boolean>`(i.author_id = ${caller.user_id} or coalesce(${isInteractionVisible(caller, 'i')}, false)
        or ${hasLostAccess(caller, 'contacts', 'i.contact_id')} or ${hasLostAccess(caller, 'people', 'i.user_id')})`,
    )
    .executeTakeFirst();
}

function ownerOfSeenEvent({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('person_events as e')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'e.scope').onRef('u.id', '=', 'e.person_id'))
    .select('u.responsible_id as holder_id')
    .where('e.scope', '=', caller.scope)
    .where('e.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(e.by_id = ${caller.user_id} or ${personWasVisible(caller, 'u')})`)
    .executeTakeFirst();
}

/**
 * Returns the owner of a ticket that the caller can see or could see. A ticket that has left the pool counts, because
 * every employee could see it there.
 */
function ownerOfSeenTicket({ tx, caller }: RowsContext, id: string): Promise<Holder> {
  return tx
    .selectFrom('tickets as t')
    .select('t.responsible_id as holder_id')
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .where('t.author_id', '<>', caller.user_id)
    .where(sql<boolean>`(${wasTicketSeenOrTaken(caller, 't')} or ${hasTicketLeftPool(caller, 't')})`)
    .executeTakeFirst();
}

type Find = (context: RowsContext, id: string) => Promise<Holder>;

const ownerFinders: Partial<Record<EntityName, Find>> = {
  contacts: ownerOfSeenContact,
  people: ownerOfSeenPerson,
  waiting_leads: ownerOfSeenPerson,
  tasks: ownerOfSeenTask,
  interactions: ownerOfSeenInteraction,
  person_events: ownerOfSeenEvent,
  staff_tickets: ownerOfSeenTicket,
};

/** Fields of the args that contain the id of the parent record. They are used if the record itself was never stored. */
const parentFields: readonly [string, Find][] = [
  ['person_id', ownerOfSeenPerson],
  ['user_id', ownerOfSeenPerson],
  ['linked_user_id', ownerOfSeenPerson],
  ['contact_id', ownerOfSeenContact],
];

/**
 * Returns the current owner of a record if the sender had access to the record or to its parent. For another user's
 * record the same queries run as for a missing record.
 */
export async function currentOwnerOf(
  context: RowsContext,
  { entity, entity_id, args }: Pick<HandoverOfferArgs, 'entity' | 'entity_id' | 'args'>,
): Promise<Holder> {
  const owner = await ownerFinders[entity]?.(context, entity_id);
  if (owner) return owner;
  for (const [key, find] of parentFields) {
    const id = args[key];
    const holder = typeof id === 'string' ? await find(context, id) : undefined;
    if (holder) return holder;
  }
  return undefined;
}

function hashOf({ kind, entity_id, args }: Pick<HandoverOfferArgs, 'kind' | 'entity_id' | 'args'>): string | null {
  const write = writeNamed(kind);
  if (!write) return null;
  try {
    return requestHash({ kind, id: entity_id, args: write.parse(args, write.v) });
  } catch {
    return null;
  }
}

/** Returns the code with which an identical write of the caller was refused; null if none was refused. */
export async function refusalOfIdenticalWrite(
  { tx, caller }: RowsContext,
  sent: Pick<HandoverOfferArgs, 'kind' | 'entity_id' | 'args'>,
): Promise<string | null> {
  const row = await tx
    .selectFrom('sync_ops')
    .select(sql<string | null>`result -> 'refusal' ->> 'code'`.as('code'))
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('kind', '=', sent.kind)
    .where('request_hash', '=', hashOf(sent) ?? '')
    .where('status', '>=', 400)
    // The handover itself stores the outcome `handed_over` before it looks for a recipient, so skip this outcome.
    .where(sql<boolean>`result -> 'refusal' ->> 'code' <> 'handed_over'`)
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? null;
}

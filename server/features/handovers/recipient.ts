import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import type { RowsContext } from '../../handlers.ts';
import { isActive } from '../contacts/person.ts';

async function ownerOf({ tx, caller }: RowsContext, contact_id: unknown): Promise<string | null> {
  if (typeof contact_id !== 'string') return null;
  const row = await tx
    .selectFrom('contacts')
    .select('owner_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', contact_id)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** The responsible employee of a person. */
async function responsibleFor({ tx, caller }: RowsContext, user_id: unknown): Promise<string | null> {
  if (typeof user_id !== 'string') return null;
  const row = await tx
    .selectFrom('users')
    .select('responsible_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.responsible_id ?? null;
}

/** A rejected interaction was never stored: its arguments name the person. */
async function ownerOfInteraction(
  context: RowsContext,
  { entity_id, args }: HandoverOfferArgs,
): Promise<string | null> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('interactions')
    .select(['contact_id', 'user_id'])
    .where('scope', '=', caller.scope)
    .where('id', '=', entity_id)
    .executeTakeFirst();
  const { contact_id, user_id } = row ?? args;
  return (await ownerOf(context, contact_id)) ?? responsibleFor(context, user_id);
}

/** A rejected note was never stored either. */
async function responsibleOfEvent(
  context: RowsContext,
  { entity_id, args }: HandoverOfferArgs,
): Promise<string | null> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('person_events')
    .select('person_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', entity_id)
    .executeTakeFirst();
  return responsibleFor(context, row?.person_id ?? args['person_id']);
}

/** The assignee of a task; for one that never arrived, the responsible employee of the linked person. */
async function assigneeOf(context: RowsContext, { entity_id, args }: HandoverOfferArgs): Promise<string | null> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('tasks')
    .select('assignee_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', entity_id)
    .executeTakeFirst();
  if (row) return row.assignee_id;
  return (await responsibleFor(context, args['linked_user_id'])) ?? ownerOf(context, args['contact_id']);
}

async function assigneeOfTicket({ tx, caller }: RowsContext, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('tickets')
    .select('responsible_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.responsible_id ?? null;
}

async function recordOwnerOf(context: RowsContext, args: HandoverOfferArgs): Promise<string | null> {
  if (args.entity === 'contacts') return ownerOf(context, args.entity_id);
  if (args.entity === 'interactions') return ownerOfInteraction(context, args);
  if (args.entity === 'person_events') return responsibleOfEvent(context, args);
  if (args.entity === 'staff_tickets') return assigneeOfTicket(context, args.entity_id);
  if (args.entity === 'waiting_leads') return responsibleFor(context, args.entity_id);
  // A rejected lead names the existing person.
  if (args.entity === 'people')
    return (await responsibleFor(context, args.entity_id)) ?? responsibleFor(context, args.args['person_id']);
  return args.entity === 'tasks' ? assigneeOf(context, args) : null;
}

/**
 * Returns the record's current owner, else the employee responsible for the caller, else no one; blocked people are
 * skipped.
 */
export async function recipientOf(context: RowsContext, args: HandoverOfferArgs): Promise<string | null> {
  const { tx, caller } = context;
  for (const user_id of [await recordOwnerOf(context, args), caller.user.responsible_id]) {
    if (user_id === null || user_id === caller.user_id) continue;
    if (await isActive({ tx, scope: caller.scope }, user_id)) return user_id;
  }
  return null;
}

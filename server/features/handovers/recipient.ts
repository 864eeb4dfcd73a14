import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import type { RowsContext } from '../../handlers.ts';

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

/** An interaction that was refused stands nowhere: its contact is named in what it would have carried. */
async function contactOf({ tx, caller }: RowsContext, { entity_id, args }: HandoverOfferArgs): Promise<unknown> {
  const row = await tx
    .selectFrom('interactions')
    .select('contact_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', entity_id)
    .executeTakeFirst();
  return row?.contact_id ?? args['contact_id'];
}

async function doerOf({ tx, caller }: RowsContext, task_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('tasks')
    .select('assignee_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', task_id)
    .executeTakeFirst();
  return row?.assignee_id ?? null;
}

async function holderOf(context: RowsContext, args: HandoverOfferArgs): Promise<string | null> {
  if (args.entity === 'contacts') return ownerOf(context, args.entity_id);
  if (args.entity === 'interactions') return ownerOf(context, await contactOf(context, args));
  return args.entity === 'tasks' ? doerOf(context, args.entity_id) : null;
}

/** Somebody else who is still here. */
async function isThere({ tx, caller }: RowsContext, user_id: string | null): Promise<boolean> {
  if (user_id === null || user_id === caller.user_id) return false;
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whoever has the record now, else the one who is responsible for the caller, else nobody. */
export async function recipientOf(context: RowsContext, args: HandoverOfferArgs): Promise<string | null> {
  for (const user_id of [await holderOf(context, args), context.caller.user.responsible_id]) {
    if (await isThere(context, user_id)) return user_id;
  }
  return null;
}

import { interactions, type Interaction, type InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import { Refused } from '../../../contract/errors.ts';
import { taskResults } from '../../../contract/values.ts';
import { takeUnusedId } from '../../batch-state.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { mergeOrConflict, nextFieldRevs } from '../../sync/merge.ts';
import { checkNotDeleted } from '../contacts/check-not-deleted.ts';
import { audienceOf, responsibleAndManagerOf } from '../contacts/person.ts';
import { checkLeadAgain, withdrawReturnWarning } from '../people/return-columns.ts';
import { linkableName, mayReferToTask } from '../tasks/repository.ts';
import { markWrongNumber } from '../tasks/wrong-number.ts';
import {
  contactTarget,
  insertInteraction,
  lockOwnInteraction,
  markInteractionDeleted,
  updateInteraction,
  type ContactTarget,
  type LockedInteraction,
} from './repository.ts';

const outcome = (row: Interaction): WriteOutcome => ({ row, rev: row.rev });

async function lockInteractionOrThrow(context: HandlerContext, id: string): Promise<LockedInteraction> {
  const interaction = await lockOwnInteraction(context, id);
  if (!interaction) throw new Refused('not_found');
  return interaction;
}

/** Pokes the author of an interaction and everyone else who can see it. `owner` is the owner of its contact. */
async function notifyViewers(
  context: HandlerContext,
  { user_id, author_id }: Interaction,
  owner: string | null,
): Promise<void> {
  const others = owner
    ? await audienceOf(context, owner)
    : user_id
      ? await responsibleAndManagerOf(context, user_id)
      : [];
  context.poke([...new Set([author_id, ...others])]);
}

async function contactOf(context: HandlerContext, { contact_id }: Pick<Interaction, 'contact_id'>) {
  return contact_id === null ? null : contactTarget(context, contact_id);
}

const ownerOf = async (context: HandlerContext, row: Interaction): Promise<string | null> =>
  (await contactOf(context, row))?.owner_id ?? null;

/**
 * Checks the target of an interaction and returns its contact. A contact that has been deleted since is still accepted.
 * A contact that was merged is replaced with the contact into which it was merged. A person must be one whom the caller
 * may link. Throws `not_found`.
 */
async function checkTarget(context: HandlerContext, args: InteractionLogArgs): Promise<ContactTarget | null> {
  const contact = await contactOf(context, args);
  if (args.contact_id !== null && contact === null) throw new Refused('not_found');
  if (args.user_id !== null && (await linkableName(context, args.user_id)) === undefined)
    throw new Refused('not_found', { user_id: 'not_found' });
  return contact;
}

const instant = (at: string) => new Date(at).toISOString();

/** Logs an interaction. Throws `not_found` if the caller cannot see the contact or person. */
export const logInteractionHandler: WriteHandler<'interaction.log'> = async (context, { id, args, corrected_at }) => {
  const { caller, received_at } = context;
  const existing = takeUnusedId(context.tx, id) ? undefined : await lockOwnInteraction(context, id);
  if (existing) {
    await checkNotDeleted(context, existing.interaction, existing);
    return outcome(existing.interaction);
  }
  const contact = await checkTarget(context, args);
  // If the interaction refers to another employee's task, the reference is dropped and the interaction is stored,
  // because the call or visit did take place. A reference to a task that the server does not have yet is kept.
  const mayKeepTask = args.task_id !== null && (await mayReferToTask(context, args.task_id));
  await countDailyWrite(context, 'interactions');
  const rev = await context.nextRev();
  const row: Interaction = {
    ...args,
    contact_id: contact?.id ?? null,
    id,
    rev,
    at: instant(args.at),
    follow_up_at: args.follow_up_at && instant(args.follow_up_at),
    task_id: mayKeepTask ? args.task_id : null,
    author_id: caller.user_id,
    author_name: caller.name,
    created_at: received_at,
    updated_at: received_at,
  };
  if (!(await insertInteraction(context, row, corrected_at))) throw new Refused('not_found');
  if (row.kind === 'call' && row.user_id !== null && row.result === 'wrong_number') {
    await markWrongNumber(context, row.user_id, null);
  }
  if (row.user_id !== null)
    await withdrawReturnWarning(context, { person_id: row.user_id, employee_id: caller.user_id });
  await notifyViewers(context, row, contact?.owner_id ?? null);
  return outcome(row);
};

/**
 * Edits an interaction; allowed only for its author. Throws `conflict`, `record_deleted`, `result_not_for_type` or
 * `not_found`.
 */
export const editInteractionHandler: WriteHandler<'interaction.edit'> = async (
  context,
  { id, args, base, base_rev },
) => {
  const { interaction, field_revs, ...deleted } = await lockInteractionOrThrow(context, id);
  await checkNotDeleted(context, interaction, deleted);
  const { at, follow_up_at } = args;
  const patch = {
    ...args,
    ...(at && { at: instant(at) }),
    ...(follow_up_at && { follow_up_at: instant(follow_up_at) }),
  };
  const results: readonly string[] = taskResults[interaction.kind];
  if (args.result !== undefined && !results.includes(args.result)) {
    const fields = { result: 'result_not_for_type' };
    throw new RefusedWithRow('result_not_for_type', interaction, interaction.rev, fields);
  }
  const changed = await mergeOrConflict(context, interaction, field_revs, { patch, base, base_rev }, interactions);
  if (Object.keys(changed).length === 0) return outcome(interaction);
  await countDailyWrite(context, 'interactions');
  const rev = await context.nextRev();
  const next = { ...interaction, ...(changed as Partial<Interaction>), rev, updated_at: context.received_at };
  await updateInteraction(context, next, nextFieldRevs(field_revs, changed, rev));
  await notifyViewers(context, next, await ownerOf(context, next));
  return outcome(next);
};

/** Deletes an interaction; allowed only for its author. Idempotent. */
export const deleteInteractionHandler: WriteHandler<'interaction.delete'> = async (context, { id }) => {
  const { interaction, deleted_at } = await lockInteractionOrThrow(context, id);
  if (deleted_at !== null) return { row: null, rev: interaction.rev };
  const rev = await context.nextRev();
  await markInteractionDeleted(context, id, rev, context.received_at);
  if (interaction.user_id !== null) await checkLeadAgain(context, interaction.user_id);
  await notifyViewers(context, interaction, await ownerOf(context, interaction));
  return { row: null, rev };
};

import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { activateLead, closeLead, rejectLead, reopenLead } from '../../../contract/states/lead.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { transferAccess, pokePersonViewers } from './transfer-access.ts';
import { addTimelineEvent, personEventById } from './timeline-repository.ts';
import { cancelReasons } from './labels.ts';
import { lockPersonOrThrow, savePerson, type LockedPerson } from './lock.ts';
import { personById } from './repository.ts';
import { cancelOpenTasks } from './tasks.ts';
import { countAttempts } from './attempts.ts';

const EXCLUDED_FOR_MS = 30 * 86_400_000;
const MIN_UNREACHED_RESULTS = 3;

/** Returns the person as the caller now sees them; `row` is null if the caller has lost access. */
export async function personOutcome(context: HandlerContext, id: string, rev: number): Promise<WriteOutcome> {
  return { row: await personById(context, id), rev };
}

interface StatusChange {
  locked: LockedPerson;
  next: Person;
  detail?: Record<string, unknown>;
}

/** Writes a new status and adds it to the timeline. */
async function saveStatus(context: HandlerContext, { locked, next, detail = {} }: StatusChange): Promise<WriteOutcome> {
  const { person, holder } = locked;
  const rev = await savePerson(context, locked, next);
  const eventDetail = { from: person.status, to: next.status, ...detail };
  await addTimelineEvent(context, {
    person_id: person.id,
    kind: 'status',
    by_id: context.caller.user_id,
    detail: eventDetail,
  });
  await pokePersonViewers(context, [holder], { pool: next.status === 'waiting' });
  return personOutcome(context, person.id, rev);
}

/**
 * Returns a person to the pool. Only the responsible employee may do this. Throws `forbidden`, `lead_state`,
 * `not_found`.
 */
export const rejectLeadHandler: WriteHandler<'lead.reject'> = async (context, { id, args }) => {
  const { tx, scope, caller, received_at } = context;
  const locked = await lockPersonOrThrow(context, id);
  const { person, holder } = locked;
  if (person.status === 'waiting') return { row: person, rev: person.rev };
  if (person.responsible_id !== caller.user_id) throw new Refused('forbidden');
  const next = withCurrentRow(person, (row) => rejectLead(row, received_at));
  await cancelOpenTasks(context, id, cancelReasons.rejected[caller.user.language]);
  const rev = await savePerson(context, locked, next);
  const until = new Date(Date.parse(received_at) + EXCLUDED_FOR_MS).toISOString();
  await tx
    .insertInto('lead_exclusions')
    .values({ scope, user_id: caller.user_id, person_id: id, until })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'person_id', 'user_id']).doUpdateSet({ until, auto_only: false }),
    )
    .execute();
  const detail = { reason: args.reason, text: args.text };
  await addTimelineEvent(context, { person_id: id, kind: 'rejected', by_id: caller.user_id, detail });
  await transferAccess(context, id, holder, null);
  return personOutcome(context, id, rev);
};

/**
 * Marks a person as active after at least one successful contact. Throws `not_reached_yet`, `lead_state`, `not_found`.
 */
export const activateLeadHandler: WriteHandler<'lead.activate'> = async (context, { id }) => {
  const locked = await lockPersonOrThrow(context, id);
  const { person } = locked;
  const next = withCurrentRow(person, activateLead);
  if (next === person) return { row: person, rev: person.rev };
  if ((await countAttempts(context, id, ['reached', 'held', 'replied'])) === 0)
    withCurrentRow(person, refuse('not_reached_yet'));
  return saveStatus(context, { locked, next });
};

const refuse = (code: 'not_reached_yet' | 'too_few_tries') => (): never => {
  throw new Refused(code);
};

/**
 * Ends the work with a person and cancels their unfinished tasks. Throws `too_few_tries`, `lead_state`, `not_found`.
 */
export const closeLeadHandler: WriteHandler<'lead.close'> = async (context, { id, args }) => {
  const { reason, text, duplicate_of } = args;
  const locked = await lockPersonOrThrow(context, id);
  const { person } = locked;
  const next = withCurrentRow(person, (row) => closeLead(row, reason));
  if (next === person) return { row: person, rev: person.rev };
  if (
    reason === 'no_answer' &&
    (await countAttempts(context, id, ['no_answer', 'busy', 'voicemail'])) < MIN_UNREACHED_RESULTS
  )
    withCurrentRow(person, refuse('too_few_tries'));
  if (duplicate_of !== null && (duplicate_of === id || (await personById(context, duplicate_of)) === null))
    throw new Refused('not_found', { duplicate_of: 'not_found' });
  await cancelOpenTasks(context, id, cancelReasons.closed[context.caller.user.language]);
  return saveStatus(context, { locked, next, detail: { reason, text, ...(duplicate_of && { duplicate_of }) } });
};

/** Resumes the work with a person. Throws `do_not_contact`, `lead_state`, `not_found`. */
export const reopenLeadHandler: WriteHandler<'lead.reopen'> = async (context, { id }) => {
  const locked = await lockPersonOrThrow(context, id);
  const { person } = locked;
  const at = { at: context.received_at, by_manager: context.caller.is_manager };
  const next = withCurrentRow(person, (row) => reopenLead(row, at));
  return next === person ? { row: person, rev: person.rev } : saveStatus(context, { locked, next });
};

/** Adds a note to the timeline. A repeated write of the same note has no effect. Throws `not_found`. */
export const addPersonNoteHandler: WriteHandler<'person.note'> = async (context, { id, args }) => {
  const { caller } = context;
  const existing = await personEventById(context, id);
  if (existing) {
    if (existing.by_id !== caller.user_id) throw new Refused('not_found');
    return { row: existing, rev: existing.rev };
  }
  const { person, holder } = await lockPersonOrThrow(context, args.person_id);
  const at = new Date(Math.min(Date.parse(args.at), Date.parse(context.received_at))).toISOString();
  await countDailyWrite(context, 'notes');
  const note = { kind: 'note', by_id: caller.user_id, detail: { text: args.text } } as const;
  if (!(await addTimelineEvent(context, { id, at, person_id: person.id, ...note }))) throw new Refused('not_found');
  await pokePersonViewers(context, [holder]);
  const row = await personEventById(context, id);
  return { row, rev: row?.rev ?? 0 };
};

import { Refused } from '../../../contract/errors.ts';
import type { WriteHandler } from '../../handlers.ts';
import { lockAnswer, saveAnswer } from './answers-repository.ts';
import { eventExists } from './repository.ts';

/**
 * Stores the caller's answer to an event. Repeating the same answer changes nothing. Throws `not_found` for a missing
 * event.
 */
export const answerEventHandler: WriteHandler<'event.answer'> = async (context, { id, args, corrected_at }) => {
  if (!(await eventExists(context, id))) throw new Refused('not_found');
  const before = await lockAnswer(context, id);
  if (before?.answer === args.answer) return { row: before, rev: before.rev };
  const rev = await context.nextRev();
  const { answer } = args;
  await saveAnswer(context, { event_id: id, answer, rev, answered_at: corrected_at, received_at: context.received_at });
  context.poke([context.caller.user_id]);
  return { row: { id, rev, answer, answered_at: corrected_at }, rev };
};

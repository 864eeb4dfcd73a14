import type { Handover } from '../../../contract/entities/handover.ts';
import { Refused } from '../../../contract/errors.ts';
import { withHandoverAnswer } from '../../../contract/writes/handover.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { addNotification } from '../notifications/add.ts';
import { resolveTarget } from './resolve-target.ts';
import { recipientOf } from './recipient.ts';
import { handoverById, insertHandover, lockOfferedHandover, setHandoverState } from './repository.ts';

const outcome = (row: Handover): WriteOutcome => ({ row, rev: row.rev });

/**
 * Offers unsent work. Throws `no_recipient` if there is no recipient or if the caller never had access to the record,
 * and `not_found` if the id belongs to another user.
 */
export const offerHandoverHandler: WriteHandler<'handover.offer'> = async (context, { id, args: given }) => {
  const { caller, received_at } = context;
  const existing = await handoverById(context, id);
  if (existing?.from_id === caller.user_id) return outcome(existing);
  await countDailyWrite(context, 'handovers');
  const { offer, target } = await resolveTarget(context, given);
  const to_id = await recipientOf(context, offer, target);
  if (to_id === null) throw new Refused('no_recipient');
  const rev = await context.nextRev();
  const times = { created_at: received_at, updated_at: received_at };
  const isNew = await insertHandover(context, {
    ...offer,
    ...times,
    sent: target === null ? null : { entity_id: given.entity_id, args: given.args },
    id,
    rev,
    from_id: caller.user_id,
    to_id,
    state: 'offered',
  });
  const row = isNew ? await handoverById(context, id) : null;
  if (!row) throw new Refused('not_found');
  await addNotification(context, {
    ...{ user_id: to_id, kind: 'handover_offered', target_id: id, title: row.title },
    ...{ person_id: null, by_id: caller.user_id },
  });
  context.poke([caller.user_id, to_id]);
  return outcome(row);
};

async function answerHandover(context: HandlerContext, id: string, state: 'taken' | 'declined'): Promise<WriteOutcome> {
  const row = await lockOfferedHandover(context, id);
  if (!row) throw new Refused('not_found');
  const next = withCurrentRow(row, () => withHandoverAnswer(row, state));
  if (next === row) return outcome(row);
  const rev = await context.nextRev();
  const changed = { ...next, rev, updated_at: context.received_at };
  await setHandoverState(context, changed);
  context.poke([row.from_id, context.caller.user_id]);
  return outcome(changed);
}

/** Accepts an offer; allowed only for its recipient. Throws `handover_closed` or `not_found`. */
export const takeHandoverHandler: WriteHandler<'handover.take'> = (context, { id }) =>
  answerHandover(context, id, 'taken');

/** Declines an offer; allowed only for its recipient. Throws `handover_closed` or `not_found`. */
export const declineHandoverHandler: WriteHandler<'handover.decline'> = (context, { id }) =>
  answerHandover(context, id, 'declined');

import { HandoverOfferArgs, type Handover } from '../entities/handover.ts';
import { Refused } from '../errors.ts';
import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/**
 * Offers unsent work to the current owner of a record that the sender can no longer access. The server determines the
 * owner.
 */
export const offerHandover = defineWrite({
  entity: 'handovers',
  mode: 'create',
  v: 1,
  args: HandoverOfferArgs,
  only_copy: true,
  optimistic: (row, args, { id, user_id, user_name }) =>
    row ?? {
      ...args,
      id,
      rev: 0,
      from_id: user_id,
      from_name: user_name,
      to_id: null,
      to_name: null,
      state: 'offered' as const,
      created_at: args.at,
      updated_at: args.at,
    },
  documented: null,
});

/**
 * Returns the handover with its answer set. Throws `handover_closed` if the opposite answer was given before; repeating
 * an answer is a no-op.
 */
export function withHandoverAnswer(row: Handover, state: 'taken' | 'declined'): Handover {
  if (row.state === state) return row;
  if (row.state !== 'offered') throw new Refused('handover_closed');
  return { ...row, state };
}

const AnswerArgs = z.strictObject({ at: Instant });

export const takeHandover = defineWrite({
  entity: 'handovers',
  mode: 'command',
  v: 1,
  args: AnswerArgs,
  optimistic: (row) => row && withHandoverAnswer(row, 'taken'),
  documented: null,
});

export const declineHandover = defineWrite({
  entity: 'handovers',
  mode: 'command',
  v: 1,
  args: AnswerArgs,
  optimistic: (row) => row && withHandoverAnswer(row, 'declined'),
  documented: null,
});

import { Answer } from '../entities/event-answer.ts';
import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Answers an event invitation; the answer `none` withdraws an earlier one. */
export const answerEvent = defineWrite({
  entity: 'event_answers',
  mode: 'command',
  v: 1,
  args: z.strictObject({ answer: Answer, at: Instant }),
  optimistic: (row, { answer, at }, { id }) =>
    row?.answer === answer ? row : { id, rev: row?.rev ?? 0, answer, answered_at: at },
  documented: null,
});

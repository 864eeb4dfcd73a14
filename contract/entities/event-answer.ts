import { Id, Instant } from '../fields.ts';
import { eventAnswerValues } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const Answer = z.enum(eventAnswerValues, { error: 'invalid' });

/** One user's answer to one event; `id` is the event's id. */
export const EventAnswer = z.object({ id: Id, rev: z.int(), answer: Answer, answered_at: Instant });
export type EventAnswer = z.infer<typeof EventAnswer>;

export const eventAnswers = defineEntity<EventAnswer>({ ...stores.event_answers, schema: EventAnswer, policies: {} });

import { Answer } from '../entities/event-answer.ts';
import { CalendarEvent } from '../entities/event.ts';
import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** `answer` is the caller's own; `going_count` is computed per request. */
const EventView = z.extend(CalendarEvent, {
  image: z.nullable(z.string()),
  answer: Answer,
  going_count: z.int(),
});

export const eventCalls = {
  'events.nearest': defineCall({
    method: 'GET',
    path: '/api/events/nearest/',
    roles: members,
    summary: 'The next events that are not over; with all=1 all of them, past ones too, in their order',
    idempotent: false,
    query: z.strictObject({ all: z.optional(z.enum(['0', '1'], { error: 'invalid' })) }),
    reply: z.array(z.omit(EventView, { description: true })),
  }),
  'events.view': defineCall({
    method: 'GET',
    path: '/api/events/view/{id}/',
    roles: members,
    summary: 'One event',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    reply: EventView,
  }),
};

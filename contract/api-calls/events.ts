import { Answer } from '../entities/event-answer.ts';
import { CalendarEvent } from '../entities/event.ts';
import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** An event as the caller sees it. `answer` is the caller's own answer; `going_count` is counted for each request. */
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
    summary: 'The next current or upcoming events; with all=1 all events including past ones, in chronological order',
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

import type { PersonEvent } from '../entities/person-event.ts';
import { ticketFields } from '../entities/ticket.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Sends a message to a person through the Telegram bot. It is stored as a timeline entry with its delivery state. */
export const messagePerson = defineWrite({
  entity: 'person_events',
  mode: 'create',
  v: 1,
  args: z.strictObject({ person_id: Id, text: ticketFields.body, at: Instant }),
  optimistic: (row, { person_id, text, at }, { id, user_id, user_name }): PersonEvent =>
    row ?? {
      id,
      rev: 0,
      person_id,
      kind: 'message',
      at,
      by_id: user_id,
      by_name: user_name,
      detail: { text, via: 'telegram', delivery: 'queued' },
    },
  documented: {
    call: 'chatbot.send',
    to_body: ({ person_id, text }, id) => ({ id, user_id: person_id, text }),
    from_body: () => null,
  },
});

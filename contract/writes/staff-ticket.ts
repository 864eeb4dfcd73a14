import type { SentPhoto } from '../entities/contact.ts';
import type { StaffMessage, StaffTicket } from '../entities/staff-ticket.ts';
import { rejectChecks, staffTicketFields } from '../entities/staff-ticket-args.ts';
import { ticketFields } from '../entities/ticket.ts';
import { Id, Instant, text as words } from '../fields.ts';
import {
  answerTicket,
  addTicketNote,
  prioritiseTicket,
  rejectTicket,
  releaseTicket,
  takeTicket,
  resolveTicket,
  resumeTicket,
  snoozeTicket,
} from '../states/staff-ticket.ts';
import { z } from '../zod.ts';
import { defineWrite, type WriteContext } from './define.ts';

const { type, subject, body, attachments } = ticketFields;

interface MessageArgs {
  message_id: string;
  body: string;
  attachments?: readonly SentPhoto[];
  at: string;
}

const newMessage = (
  content: MessageArgs,
  { user_id, user_name }: WriteContext,
  overrides: Partial<Pick<StaffMessage, 'internal' | 'delivery'>> = {},
): StaffMessage => ({
  id: content.message_id,
  author_id: user_id,
  author_name: user_name,
  by_staff: true,
  body: content.body,
  attachments: (content.attachments ?? []).map(({ sha256, mime }) => ({ sha256, mime })),
  at: content.at,
  internal: false,
  delivery: null,
  ...overrides,
});

const fileHashes = (args: { attachments: readonly SentPhoto[] }) => args.attachments.map(({ sha256 }) => sha256);

const base = { entity: 'staff_tickets', mode: 'command', v: 1 } as const;

/** Describes a write whose documented call is `tickets.update` with this `action`. */
const documentedStep = (action: string) => ({
  call: 'tickets.update' as const,
  to_body: (args: object, id: string) => ({ id, action, ...args }),
  from_body: (reply: unknown) => reply,
});

/** Creates a ticket on a person's behalf, assigned to its creator. */
export const createTicketForPersonWrite = defineWrite({
  entity: 'staff_tickets',
  mode: 'create',
  v: 1,
  args: z.strictObject({
    user_id: staffTicketFields.user_id,
    author_name: words(0, 210),
    type,
    subject,
    body,
    channel: staffTicketFields.channel,
    priority: staffTicketFields.priority,
    at: Instant,
  }),
  optimistic: (row, args, { id, user_id, user_name }): StaffTicket =>
    row ?? {
      id,
      rev: 0,
      number: null,
      type: args.type,
      subject: args.subject,
      state: 'taken',
      priority: args.priority,
      author_id: args.user_id,
      author_name: args.author_name,
      has_telegram: false,
      access: 'own',
      responsible_id: user_id,
      responsible_name: user_name,
      taken_at: args.at,
      previous_id: null,
      reason: '',
      reject_reason: null,
      duplicate_of: null,
      rating: null,
      snooze_until: null,
      first_response_due: null,
      first_answered_at: null,
      resolve_due: null,
      messages: [
        {
          id,
          author_id: args.user_id,
          author_name: args.author_name,
          by_staff: false,
          body: args.body,
          attachments: [],
          at: args.at,
          internal: false,
          delivery: null,
        },
      ],
      created_at: args.at,
      updated_at: args.at,
      closed_at: null,
    },
  documented: {
    call: 'tickets.create_for',
    to_body: ({ author_name: _, ...args }, id) => ({ id, ...args }),
    from_body: (reply) => reply,
  },
});

/** Asks for an unassigned ticket. If several employees do so, the server decides which of them gets it. */
export const takeTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ at: Instant }),
  optimistic: (row) => row && takeTicket(row),
  documented: documentedStep('take'),
});

export const releaseTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ at: Instant }),
  optimistic: (row) => row && releaseTicket(row),
  documented: documentedStep('release'),
});

export const answerTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ message_id: Id, body, attachments, at: Instant }),
  blobs: fileHashes,
  optimistic: (row, args, context) => row && answerTicket(row, newMessage(args, context)),
  documented: documentedStep('reply'),
});

export const addTicketNoteWrite = defineWrite({
  ...base,
  args: z.strictObject({ message_id: Id, body, at: Instant }),
  optimistic: (row, args, context) => row && addTicketNote(row, newMessage(args, context, { internal: true })),
  documented: documentedStep('note'),
});

export const resolveTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ message_id: Id, body, attachments, at: Instant }),
  blobs: fileHashes,
  optimistic: (row, args, context) => row && resolveTicket(row, newMessage(args, context)),
  documented: documentedStep('resolve'),
});

const { reason, text, duplicate_of, until, priority } = staffTicketFields;

export const rejectTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ reason, text, duplicate_of, at: Instant }).check(...rejectChecks),
  optimistic: (row, args) => row && rejectTicket(row, args),
  documented: { call: 'tickets.reject', to_body: (args, id) => ({ id, ...args }), from_body: (reply) => reply },
});

export const resumeTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args) => row && resumeTicket(row, args),
  documented: documentedStep('reopen'),
});

export const snoozeTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ until, at: Instant }),
  optimistic: (row, args) => row && snoozeTicket(row, args),
  documented: documentedStep('snooze'),
});

export const prioritiseTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ priority, at: Instant }),
  optimistic: (row, args) => row && prioritiseTicket(row, args.priority),
  documented: documentedStep('priority'),
});

/** Sends a message to the author of a ticket, in the app and by Telegram. */
export const messageTicketWrite = defineWrite({
  ...base,
  args: z.strictObject({ message_id: Id, body, at: Instant }),
  optimistic: (row, args, context) => row && answerTicket(row, newMessage(args, context, { delivery: 'queued' })),
  documented: null,
});

import { Id, Instant, ShortText } from '../fields.ts';
import { rejectReasons, ticketChannels } from '../values.ts';
import { priorities } from '../filter-values.ts';
import { z } from '../zod.ts';
import { ticketFields } from './ticket.ts';

const { body, attachments } = ticketFields;

/** Argument schemas of the commands that employees run on tickets; the documented calls use them too. */
export const staffTicketFields = {
  body,
  attachments,
  user_id: z.uuid({ error: 'required' }),
  channel: z.enum(ticketChannels, { error: 'required' }),
  priority: z.enum(priorities, { error: 'required' }),
  until: z.nullable(Instant),
  reason: z.enum(rejectReasons, { error: 'required' }),
  text: ShortText,
  duplicate_of: z.nullable(Id),
};

/** The reason `other` requires an explanation, and `duplicate` requires the id of the original ticket. */
const otherNeedsText = z.refine<{ reason: string; text: string; duplicate_of: string | null }>(
  ({ reason, text }) => reason !== 'other' || text.trim() !== '',
  { error: 'required', path: ['text'] },
);
const duplicateNeedsOriginal = z.refine<{ reason: string; text: string; duplicate_of: string | null }>(
  ({ reason, duplicate_of }) => (reason === 'duplicate') === (duplicate_of !== null),
  { error: 'required', path: ['duplicate_of'] },
);
export const rejectChecks = [otherNeedsText, duplicateNeedsOriginal] as const;

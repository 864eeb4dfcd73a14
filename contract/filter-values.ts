// States and priorities by which lists are filtered. They are kept apart from the other values because they are part of
// the app's URLs, which the first screen parses.

/** Statuses of a contact. The names are permanent. `registered` and `partner` are set only by the server. */
export const contactStatuses = [
  'new',
  'contacted',
  'interested',
  'invited',
  'registered',
  'partner',
  'not_interested',
  'do_not_contact',
] as const;
/** Statuses of a person. The names are permanent. */
export const personStatuses = ['waiting', 'processing', 'active', 'not_active'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const ticketTypes = ['question', 'problem', 'payment', 'account', 'content', 'other'] as const;
export const ticketStates = ['new', 'taken', 'waiting_user', 'resolved', 'closed', 'rejected', 'cancelled'] as const;

export type ContactStatus = (typeof contactStatuses)[number];
export type PersonStatus = (typeof personStatuses)[number];
export type Priority = (typeof priorities)[number];
export type TicketType = (typeof ticketTypes)[number];
export type TicketState = (typeof ticketStates)[number];

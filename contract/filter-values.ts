// States and priorities by which lists are filtered. They are not in values.ts, because the first screen parses the
// app's URLs, which contain these values.

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

const structureColumns = [
  ...(['name', 'city', 'status', 'country', 'language'] as const),
  ...(['responsible_name', 'next_task', 'created_at', 'updated_at'] as const),
] as const;
/** Sort orders of the list of people; a leading minus means descending. */
export const structureOrders = [
  ...structureColumns,
  ...structureColumns.map((name): `-${(typeof structureColumns)[number]}` => `-${name}`),
] as const;
export type StructureColumn = (typeof structureColumns)[number];

export type ContactStatus = (typeof contactStatuses)[number];
export type PersonStatus = (typeof personStatuses)[number];
export type Priority = (typeof priorities)[number];
export type TicketType = (typeof ticketTypes)[number];
export type TicketState = (typeof ticketStates)[number];

/** Roles by which the list of accounts can be filtered. An account may have several roles. */
export const accountRoles = ['member', 'employee', 'manager', 'superuser'] as const;
/** States by which the list of accounts can be filtered. A blocked account is in the state `blocked` only. */
export const accountStates = ['active', 'not_active', 'blocked'] as const;
/** Sort orders of the list of accounts; a leading minus means descending. */
export const accountOrderings = ['name', 'country', 'created_at', '-name', '-country', '-created_at'] as const;

/** Columns by which the list of partners can be sorted. */
export const partnerOrders = ['name', 'company', 'status', 'employee', 'commission', 'files', 'since'] as const;
export type PartnerOrder = (typeof partnerOrders)[number];

/** What an import does with a row. */
export const dispositions = ['create', 'update', 'unchanged', 'skip', 'error'] as const;

export type AccountRole = (typeof accountRoles)[number];
export type AccountState = (typeof accountStates)[number];
export type AccountOrdering = (typeof accountOrderings)[number];
export type Disposition = (typeof dispositions)[number];

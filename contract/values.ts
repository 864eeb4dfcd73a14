// Plain values of the contract, apart from the schemas: what a screen needs before anything is checked costs no zod.

export const languages = ['ru', 'en', 'de'] as const;
export const themes = ['system', 'light', 'dark'] as const;
export const textSizes = ['s', 'm', 'l', 'xl'] as const;
export const categoryColors = ['teal', 'amber', 'clay', 'plum', 'moss', 'slate'] as const;

/** Qualities of a film, in lines. One that does not say its own counts as the usual one. */
export const videoHeights = [360, 540, 720] as const;
export type VideoHeight = (typeof videoHeights)[number];
export const DEFAULT_VIDEO_HEIGHT: VideoHeight = 540;

/** Characters of a new password. */
export const PASSWORD_MIN = 8;

/** The thread of comments that belong to no lesson: the community's discussion. */
export const COMMUNITY = 'community';

/** An own comment may be changed for this long after the server took it. */
export const EDIT_WINDOW_MS = 15 * 60_000;

/** Statuses of a contact; the names stand for good. `registered` and `partner` are set by the server alone. */
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
export const systemStatuses = ['registered', 'partner'] as const;
export const contactColors = [...categoryColors, 'berry', 'sky', 'olive', 'sand'] as const;
export const MAX_CONTACTS = 50_000;
export const MAX_CONTACT_CATEGORIES = 50;

/** A photo as it leaves the phone, and as it may come from a file. */
export const PHOTO_SIDE_PX = 1600;
export const PHOTO_BYTES = 500_000;
export const PHOTO_BYTES_IN = 10 * 1024 * 1024;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const interactionKinds = ['call', 'meet', 'message'] as const;
export const directions = ['in', 'out'] as const;
export const handoverStates = ['offered', 'taken', 'declined'] as const;

export const eventAnswers = ['none', 'going', 'not_going'] as const;

export const bookFormats = ['epub', 'pdf'] as const;
export const MAX_BOOK_MARKS = 200;
/** Of how many devices the place in a book is kept. */
export const MAX_BOOK_DEVICES = 8;

export const taskTypes = ['meet', 'call', 'message'] as const;
export const taskStates = ['planned', 'in_progress', 'paused', 'completed', 'cancelled'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const reminderMinutes = [0, 5, 15, 30, 60, 1440] as const;

export const taskResults = {
  call: ['reached', 'no_answer', 'busy', 'wrong_number', 'call_back', 'refused', 'voicemail'],
  meet: ['held', 'no_show', 'moved', 'cancelled_by_them'],
  message: ['sent', 'replied', 'failed'],
} as const;
export const allResults = [...taskResults.call, ...taskResults.meet, ...taskResults.message] as const;

export const ticketTypes = ['question', 'problem', 'payment', 'account', 'content', 'other'] as const;
export const ticketStates = ['new', 'taken', 'waiting_user', 'resolved', 'closed', 'rejected', 'cancelled'] as const;
export const MAX_TICKET_MESSAGES = 200;
/** An author may open a closed ticket again for this long; what is resolved closes by itself after as long. */
export const TICKET_REOPEN_MS = 14 * 86_400_000;
/** An employee may put a ticket off for this long. */
export const TICKET_SNOOZE_MS = 30 * 86_400_000;
export const rejectReasons = ['spam', 'not_ours', 'duplicate', 'no_information', 'other'] as const;
/** How somebody asked. */
export const ticketChannels = ['app', 'telegram', 'phone', 'email'] as const;
/** Of a message by Telegram: here, on its way, in the chat, given up. */
export const deliveries = ['queued', 'sent', 'delivered', 'failed'] as const;
/** What an employee has to do with a ticket: has it, leads whoever has it, may take it, came too late. */
export const ticketAccess = ['own', 'team', 'free', 'other'] as const;

/** Where somebody stands with whoever looks after him; the names stand for good. */
export const personStatuses = ['waiting', 'processing', 'active', 'not_active'] as const;
export const personSources = ['registration', 'landing', 'import', 'manual', 'telegram'] as const;
export const personEventKinds = [
  'created',
  'status',
  'taken',
  'given',
  'rejected',
  'note',
  'message',
  'settings',
] as const;
/** Why somebody gives a person back to the pool. */
export const leadRejectReasons = ['overloaded', 'language', 'no_contact', 'conflict_of_interest', 'other'] as const;
/** Why the work with a person ends. */
export const closeReasons = [
  'no_answer',
  'not_interested',
  'wrong_contact',
  'duplicate',
  'do_not_contact',
  'other',
] as const;
/** In how many minutes the first task with a lead begins. */
export const startMinutes = [0, 15, 30, 45, 60, 75, 90] as const;
/** Requests for a lead that may wait unanswered on one phone. */
export const MAX_REQUESTS = 3;
/** An older request is asked about before it counts. */
export const REQUEST_MS = 30 * 60_000;
export const MAX_TAGS = 20;

export type TaskType = (typeof taskTypes)[number];
export type TaskState = (typeof taskStates)[number];
export type PersonStatus = (typeof personStatuses)[number];
export type PersonSource = (typeof personSources)[number];
export type PersonEventKind = (typeof personEventKinds)[number];
export type LeadRejectReason = (typeof leadRejectReasons)[number];
export type CloseReason = (typeof closeReasons)[number];
export type TicketType = (typeof ticketTypes)[number];
export type TicketState = (typeof ticketStates)[number];
export type RejectReason = (typeof rejectReasons)[number];
export type TicketChannel = (typeof ticketChannels)[number];
export type Delivery = (typeof deliveries)[number];
export type TicketAccess = (typeof ticketAccess)[number];
export type Priority = (typeof priorities)[number];
export type TaskResult = (typeof allResults)[number];
export type ContactStatus = (typeof contactStatuses)[number];
export type ContactColor = (typeof contactColors)[number];
export type InteractionKind = (typeof interactionKinds)[number];
export type EventAnswerValue = (typeof eventAnswers)[number];
export type PhotoType = (typeof photoTypes)[number];

// Constants of the contract. They are separate from the schemas, so that screens can use them without loading zod.
// Constants that the first screens need are in preference-values.ts, filter-values.ts and video-heights.ts.

export const categoryColors = ['teal', 'amber', 'clay', 'plum', 'moss', 'slate'] as const;

/** Minimum number of characters of a new password. */
export const MIN_PASSWORD_CHARS = 8;
/** Minimum number of characters at which a new password is called long. */
export const LONG_PASSWORD_CHARS = 15;

/** Thread id of comments that belong to no lesson: the community discussion. */
export const COMMUNITY = 'community';

/** Time in ms during which authors can edit a comment, counted from its arrival at the server. */
export const EDIT_WINDOW_MS = 15 * 60_000;

/** Statuses of a contact that only the server sets. */
export const systemStatuses = ['registered', 'partner'] as const;
export const contactColors = [...categoryColors, 'berry', 'sky', 'olive', 'sand'] as const;
export const MAX_CONTACTS = 50_000;
/** Maximum number of `merged_ids`, with which a late write to a merged contact finds the contact that remains. */
export const MAX_MERGED_IDS = 200;
export const MAX_CONTACT_CATEGORIES = 50;
/** Tables of which employees can save views. */
export const viewTables = ['people', 'partners', 'users', 'leads', 'donations', 'employees'] as const;
export type ViewTable = (typeof viewTables)[number];
/** Maximum number of views of one table that an employee can save. */
export const MAX_SAVED_VIEWS = 30;

/**
 * Limits of a photo: side length and size after the phone has scaled it down, and the size of the file that a user may
 * choose.
 */
export const MAX_PHOTO_SIDE_PX = 1600;
export const MAX_PHOTO_BYTES = 500_000;
export const MAX_PHOTO_FILE_BYTES = 10 * 1024 * 1024;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const PDF_TYPE = 'application/pdf';
/** Types of the files that can be uploaded. Where a photo is expected, a PDF is not accepted. */
export const fileTypes = [...photoTypes, PDF_TYPE] as const;

/**
 * Types of the files that a user can add to a partner, their maximum number, and the maximum commission of a partner.
 */
export const partnerFileTypes = [PDF_TYPE, 'image/jpeg', 'image/png'] as const;
export const MAX_PARTNER_FILES = 5;
export const MAX_COMMISSION_PERCENT = 50;

export const interactionKinds = ['call', 'meet', 'message'] as const;
export const directions = ['in', 'out'] as const;
export const handoverStates = ['offered', 'taken', 'declined'] as const;

export const eventAnswerValues = ['none', 'going', 'not_going'] as const;

export const bookFormats = ['epub', 'pdf'] as const;
export const MAX_BOOK_MARKS = 200;
/** Maximum number of devices whose reading position is stored for a book. */
export const MAX_BOOK_DEVICES = 8;

export const subscriptionPeriods = ['week', 'month', 'quarter', 'half_year', 'year'] as const;
export const subscriptionStates = ['none', 'pending_payment', 'active', 'cancelling', 'past_due', 'expired'] as const;
/** Statuses of a line in a subscription's payment history. */
export const subscriptionPayments = ['pending', 'paid', 'failed', 'refunded'] as const;
export const MAX_PACKAGE_FEATURES = 12;
/** Number of lines of the payment history that a phone keeps. */
export const MAX_SUBSCRIPTION_LINES = 50;

export const taskTypes = ['meet', 'call', 'message'] as const;
export const taskStates = ['planned', 'in_progress', 'paused', 'completed', 'cancelled'] as const;
export const reminderMinutes = [0, 5, 15, 30, 60, 1440] as const;

export const taskResults = {
  call: ['reached', 'no_answer', 'busy', 'wrong_number', 'call_back', 'refused', 'voicemail'],
  meet: ['held', 'no_show', 'moved', 'cancelled_by_them'],
  message: ['sent', 'replied', 'failed'],
} as const;
export const allResults = [...taskResults.call, ...taskResults.meet, ...taskResults.message] as const;

export const MAX_TICKET_MESSAGES = 200;
/**
 * Time in ms during which an author can reopen a closed ticket. A resolved ticket is closed automatically after the
 * same time.
 */
export const TICKET_REOPEN_MS = 14 * 86_400_000;
/** Maximum time for which an employee can snooze a ticket. */
export const TICKET_SNOOZE_MS = 30 * 86_400_000;
export const rejectReasons = ['spam', 'not_ours', 'duplicate', 'no_information', 'other'] as const;
/** Channel through which a request arrived. */
export const ticketChannels = ['app', 'telegram', 'phone', 'email'] as const;
/** Delivery states of a Telegram message: waiting on the phone, handed to the bot, delivered to the chat, failed. */
export const deliveryStates = ['queued', 'sent', 'delivered', 'failed'] as const;
/**
 * An employee's relation to a ticket. `own`: assigned to them; `team`: assigned to someone they manage; `free`:
 * unassigned, so they may take it; `other`: another employee took it first.
 */
export const ticketAccess = ['own', 'team', 'free', 'other'] as const;

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
  'link',
  'donation',
  'form',
  'view_as',
] as const;
/** Reasons for returning a person to the pool. */
export const leadRejectReasons = ['overloaded', 'language', 'no_contact', 'conflict_of_interest', 'other'] as const;
/** Reasons for ending the work with a person. */
export const closeReasons = [
  'no_answer',
  'not_interested',
  'wrong_contact',
  'duplicate',
  'do_not_contact',
  'other',
] as const;
/** Choices for the number of minutes until the first task with a new lead. */
export const startMinutes = [0, 15, 30, 45, 60, 75, 90] as const;
/** Maximum number of pending lead requests per device. */
export const MAX_LEAD_REQUESTS = 3;
/** A lead request that is older than this is granted only after the user has confirmed it. */
export const LEAD_REQUEST_VALID_MS = 30 * 60_000;
export const MAX_TAGS = 20;

export type SubscriptionPeriod = (typeof subscriptionPeriods)[number];
export type SubscriptionState = (typeof subscriptionStates)[number];
export const donationPurposes = ['general', 'education', 'outreach', 'books', 'event', 'other'] as const;
/** What an online payment is for. */
export const paymentPurposes = ['book', 'subscription', 'donation'] as const;
/** Kinds of problems that the nightly check of payments reports. See server/features/accounting/problems.ts. */
export const accountingProblems = [
  'ledger_state',
  'ledger_gap',
  'payment_without_period',
  'period_without_payment',
  'refund_with_period',
  'other_amount',
  'other_time',
  'other_access',
  'payment_without_book',
  'payment_without_donation',
  'donation_without_payment',
  'open_too_long',
  'provider_state',
  'provider_amount',
  'payment_unknown',
] as const;
/** Whether the payment provider responded during the nightly check; `none` if no provider is configured. */
export const providerAnswers = ['answered', 'unreachable', 'none'] as const;
/** Ways of paying without this app. Such a donation is entered manually and counts only once it is confirmed. */
export const manualMethods = ['bank_transfer', 'cash', 'wallet', 'other'] as const;
/** All ways of paying. A card is charged online by the payment provider. */
export const donationMethods = ['card', ...manualMethods] as const;
/** How often the card is charged for a recurring donation. */
export const recurringFrequencies = ['monthly', 'quarterly', 'yearly'] as const;
/** How often the card is charged. */
export const donationFrequencies = ['one_time', ...recurringFrequencies] as const;
/**
 * States of a donation: first those of manually entered donations, then those of card donations, which follow the
 * payment.
 */
export const donationStates = [
  ...(['submitted', 'confirmed', 'rejected'] as const),
  ...(['pending', 'succeeded', 'failed', 'expired', 'refunded'] as const),
] as const;
/** States in which the money has arrived, so that the donation counts in sums. */
export const countedDonationStates = ['confirmed', 'succeeded'] as const satisfies readonly DonationState[];
export const recurringDonationStates = ['active', 'past_due', 'paused', 'ended'] as const;
/** The smallest and the largest donation. */
export const MIN_DONATION_CENTS = 100;
export const MAX_DONATION_CENTS = 10_000_000;
/** Up to this amount, a cash donation needs no photo of the receipt. */
export const CASH_WITHOUT_PHOTO_CENTS = 10_000;
/** Above this amount, only a manager can confirm a donation. */
export const CONFIRM_BY_MANAGER_CENTS = 100_000;
/** Two equal donations of a person that were paid within this time may be duplicates. */
export const SAME_DONATION_MS = 10 * 60_000;

export type DonationPurpose = (typeof donationPurposes)[number];
export type ManualMethod = (typeof manualMethods)[number];
export type DonationMethod = (typeof donationMethods)[number];
export type DonationFrequency = (typeof donationFrequencies)[number];
export type RecurringFrequency = (typeof recurringFrequencies)[number];
export type DonationState = (typeof donationStates)[number];
export type RecurringDonationState = (typeof recurringDonationStates)[number];
export type TaskType = (typeof taskTypes)[number];
export type TaskState = (typeof taskStates)[number];
export type PersonSource = (typeof personSources)[number];
export type PersonEventKind = (typeof personEventKinds)[number];
export type LeadRejectReason = (typeof leadRejectReasons)[number];
export type CloseReason = (typeof closeReasons)[number];
export type RejectReason = (typeof rejectReasons)[number];
export type TicketChannel = (typeof ticketChannels)[number];
export type DeliveryState = (typeof deliveryStates)[number];
export type TicketAccess = (typeof ticketAccess)[number];
export type TaskResult = (typeof allResults)[number];
export type ContactColor = (typeof contactColors)[number];
export type InteractionKind = (typeof interactionKinds)[number];
export type EventAnswerValue = (typeof eventAnswerValues)[number];
export type PhotoType = (typeof photoTypes)[number];
export type FileType = (typeof fileTypes)[number];

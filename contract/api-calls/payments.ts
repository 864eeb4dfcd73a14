import { Donation, donationFields, ReceiptCode } from '../entities/donation.ts';
import { Id, Instant, text } from '../fields.ts';
import { OptionalPageQuery, wholeOrPageSchema } from '../paging.ts';
import { donationFrequencies, donationMethods, MAX_DONATION_CENTS, MIN_DONATION_CENTS } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, members, staff } from './define.ts';

const CENTS_PER_DOLLAR = 100;

/**
 * Whether an amount of dollars has no fraction of a cent. Compares rounded values, because most decimal amounts have no
 * exact binary representation.
 */
const isWholeCents = (dollars: number): boolean =>
  Math.abs(dollars * CENTS_PER_DOLLAR - Math.round(dollars * CENTS_PER_DOLLAR)) < 1e-6;

/** An amount in US dollars with at most two decimals. */
const Dollars = z
  .number({ error: 'invalid' })
  .check(
    z.gte(MIN_DONATION_CENTS / CENTS_PER_DOLLAR, { error: 'out_of_range' }),
    z.lte(MAX_DONATION_CENTS / CENTS_PER_DOLLAR, { error: 'out_of_range' }),
    z.refine(isWholeCents, { error: 'invalid' }),
  );

/** Converts a valid amount of dollars to cents. */
export const toCents = (dollars: number): number => Math.round(dollars * CENTS_PER_DOLLAR);

/** Fields of a donation as a documented call sends them. Amounts are in dollars; the reply has them in cents. */
const sharedFields = {
  id: z.optional(Id),
  amount: Dollars,
  currency: z._default(donationFields.currency, 'USD'),
  type: donationFields.purpose,
  /** What the donation is for, if `type` is `other`. */
  type_text: z._default(text(0, 100), ''),
  payment_method: donationFields.method,
  paid_at: Instant,
  receipt: z.optional(ReceiptCode),
  comment: z._default(donationFields.comment, ''),
  anonymous: z._default(z.boolean(), false),
  /**
   * Confirms that this is not a duplicate of a donation by the same person with the same amount and method within 10
   * minutes.
   */
  is_no_duplicate: z._default(z.boolean(), false),
};

const otherTypeNeedsText = z.refine<{ type: string; type_text: string }>(
  ({ type, type_text }) => type !== 'other' || type_text.length >= 3,
  { error: 'required', path: ['type_text'] },
);

/** Fields of the user's own donation, which is paid by card by default. */
const ownDonationFields = {
  ...sharedFields,
  payment_method: z._default(z.enum(donationMethods, { error: 'invalid' }), 'card'),
  /** Required unless the donation is paid by card. */
  paid_at: z.optional(Instant),
  frequency: z._default(z.enum(donationFrequencies, { error: 'invalid' }), 'one_time'),
  /** Whether the donor also pays the fee of the card payment. The server computes the fee. */
  cover_fee: z._default(z.boolean(), false),
};

/** Adds an error to each field that does not fit the payment method. */
const fieldsFitMethod = z.superRefine<{
  payment_method: string;
  paid_at?: string | undefined;
  receipt?: string | undefined;
  frequency: string;
  cover_fee: boolean;
}>(({ payment_method, paid_at, receipt, frequency, cover_fee }, { addIssue }) => {
  const add = (field: string, message: string) => addIssue({ code: 'custom', message, path: [field] });
  if (payment_method === 'card') {
    if (paid_at !== undefined) add('paid_at', 'unknown');
    if (receipt !== undefined) add('receipt', 'unknown');
    return;
  }
  if (paid_at === undefined) add('paid_at', 'required');
  if (frequency !== 'one_time') add('frequency', 'invalid');
  if (cover_fee) add('cover_fee', 'invalid');
});

const confirmationNote =
  'It counts in sums once another employee has confirmed it. The file `confirmation_check` is a photo of the receipt; only cash of up to $100 needs none';

export const paymentCalls = {
  'payments.donation': defineCall({
    method: 'POST',
    path: '/api/payments/donation/',
    roles: members,
    summary: `Donate by card: returns the URL of the payment page as a string, with status 200; an empty string if the payment provider fails; the URL of the donation if it is already paid. A repeated \`id\` is the same donation. With another \`payment_method\`, enter a donation of one’s own that was paid outside of this app. ${confirmationNote}`,
    idempotent: true,
    encoding: 'multipart',
    files: ['confirmation_check'],
    body: z.strictObject(ownDonationFields).check(otherTypeNeedsText, fieldsFitMethod),
    url: true,
    per_minute: 30,
    status: 201,
    success: 'donation_created',
    reply: Donation,
  }),
  'payments.manual_donation': defineCall({
    method: 'POST',
    path: '/api/payments/manual_donation/',
    roles: staff,
    summary: `Enter a donation of one of the caller’s people. ${confirmationNote}`,
    idempotent: true,
    encoding: 'multipart',
    files: ['confirmation_check'],
    body: z.strictObject({ user_id: Id, ...sharedFields }).check(otherTypeNeedsText),
    status: 201,
    success: 'donation_created',
    reply: Donation,
  }),
  'payments.methods': defineCall({
    method: 'POST',
    path: '/api/payments/get_payment_methods/',
    roles: members,
    summary: 'Methods of payment for a donation, in the language of the account',
    idempotent: false,
    reply: z.array(z.object({ id: z.enum(donationMethods), name: z.string() })),
  }),
  'payments.person_donations': defineCall({
    method: 'POST',
    path: '/api/team/contact/get_donations/',
    roles: staff,
    summary:
      'Donations of a person in any state: all of them, or a page if `page` or `page_size` is given. Only confirmed and succeeded ones count in sums',
    idempotent: false,
    query: OptionalPageQuery,
    body: z.strictObject({ user_id: Id }),
    reply: wholeOrPageSchema(Donation),
  }),
};

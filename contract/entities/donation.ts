import { Id, Instant, text } from '../fields.ts';
import {
  CASH_WITHOUT_PHOTO_CENTS,
  donationFrequencies,
  donationMethods,
  donationPurposes,
  donationStates,
  manualMethods,
  MAX_DONATION_CENTS,
  MIN_DONATION_CENTS,
  type DonationMethod,
} from '../values.ts';
import { z } from '../zod.ts';
import { Photo, SentPhoto } from './contact.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** Schemas of the donation fields as a user enters them. Their messages are error codes. */
export const donationFields = {
  amount_cents: z
    .int({ error: 'invalid' })
    .check(z.gte(MIN_DONATION_CENTS, { error: 'out_of_range' }), z.lte(MAX_DONATION_CENTS, { error: 'out_of_range' })),
  currency: z.literal('USD', { error: 'invalid' }),
  purpose: z.enum(donationPurposes, { error: 'required' }),
  /** What the donation is for, if the purpose is `other`; empty for any other purpose. */
  purpose_text: text(0, 100),
  method: z.enum(manualMethods, { error: 'required' }),
  paid_at: Instant,
  comment: text(0, 500),
  /** Whether the donor does not want their name to be shown outside the team. */
  is_anonymous: z.boolean(),
};

/** The code of a receipt: the beginning of the device's id and a running number of that device. */
export const ReceiptCode = z.string().check(z.regex(/^D-[0-9A-F]{4}-\d{4,6}$/, { error: 'invalid' }));

/** The reason for rejecting a donation, which is shown to the author of the donation. */
export const RejectReason = text(3, 500);

const MIN_PURPOSE_CHARS = 3;

/**
 * Whether the purpose needs no further explanation. The purpose `other` requires a text of at least three characters.
 */
export const isPurposeExplained = ({ purpose, purpose_text }: { purpose: string; purpose_text: string }): boolean =>
  purpose !== 'other' || purpose_text.length >= MIN_PURPOSE_CHARS;

const otherPurposeNeedsText = z.refine<Parameters<typeof isPurposeExplained>[0]>(isPurposeExplained, {
  error: 'required',
  path: ['purpose_text'],
});

/** Whether a donation needs a photo of its receipt: all do, except for small amounts of cash. */
export const needsPhoto = ({ method, amount_cents }: { method: DonationMethod; amount_cents: number }): boolean =>
  method !== 'cash' || amount_cents > CASH_WITHOUT_PHOTO_CENTS;

const entered = {
  ...donationFields,
  /** Whether the author has confirmed that this donation is not a duplicate of a similar donation. */
  is_no_duplicate: z.boolean(),
  at: Instant,
};

export const DonationSubmitArgs = z
  .strictObject({
    ...entered,
    donor_id: Id,
    donor_name: text(0, 201),
    receipt: ReceiptCode,
    photo: z.nullable(SentPhoto),
  })
  .check(
    otherPurposeNeedsText,
    z.refine((args) => args.photo !== null || !needsPhoto(args), { error: 'required', path: ['photo'] }),
  );
export type DonationSubmitArgs = z.infer<typeof DonationSubmitArgs>;

/** Arguments of a correction. Without a photo, the donation keeps its current photo. */
export const DonationCorrectArgs = z
  .strictObject({ ...entered, photo: z.optional(SentPhoto) })
  .check(otherPurposeNeedsText);
export type DonationCorrectArgs = z.infer<typeof DonationCorrectArgs>;

/**
 * A donation. It is either paid outside of this app and entered manually, in which case a second person must confirm
 * it, or paid by card, in which case its state follows the payment.
 */
export const Donation = z.object({
  id: Id,
  rev: z.int(),
  donor_id: Id,
  donor_name: z.string(),
  /** The user who entered the donation: the donor or an employee. */
  author_id: Id,
  author_name: z.string(),
  /** The gift, without `fee_cents`. */
  amount_cents: z.int(),
  /** The amount that the donor adds to cover the fee for the card payment; set by the server. */
  fee_cents: z.int(),
  currency: z.literal('USD'),
  /** How often the card is charged, as chosen by the donor. */
  frequency: z.enum(donationFrequencies),
  /** Id of the recurring donation to which this one belongs; null if there is none. */
  recurring_id: z.nullable(Id),
  purpose: z.enum(donationPurposes),
  purpose_text: z.string(),
  method: z.enum(donationMethods),
  /**
   * When the donation was paid. For a card donation, when the payment arrived, or when it was started if it has not
   * arrived yet.
   */
  paid_at: Instant,
  receipt: z.string(),
  comment: z.string(),
  is_anonymous: z.boolean(),
  /**
   * Photo of the receipt; null if there is none, or if the reader is the donor and an employee entered the donation.
   */
  photo: z.nullable(Photo),
  state: z.enum(donationStates),
  /** The reason if the donation was rejected; otherwise empty. */
  reason: z.string(),
  /**
   * Id and name of the employee who confirmed or rejected the donation, and the time of this decision; all are null
   * before it.
   */
  decided_by_id: z.nullable(Id),
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  /** When the author entered the donation, by the clock of the author's device. */
  entered_at: Instant,
  created_at: Instant,
  updated_at: Instant,
});
export type Donation = z.infer<typeof Donation>;

export const donations = defineEntity<Donation>({ ...stores.donations, schema: Donation, policies: {} });

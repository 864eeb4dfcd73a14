import { donationFields, isPurposeExplained, needsPhoto } from '../../../contract/entities/donation.ts';
import type { Donation } from '../../../contract/entities/donation.ts';
import { isPaidAtValid } from '../../../contract/states/donation.ts';
import { z } from '../../../contract/zod.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { choiceField, requiredText } from '../../forms/schema.ts';
import { iso } from '../../lib/ports.ts';
import { centsAsText, parseCents } from '../../lib/money.ts';
import type { Donor, EnteredDonation } from './actions.ts';

/** Values of the donation form as typed. */
export interface DonationDraft {
  donor_id: string;
  amount: string;
  purpose: string;
  purpose_text: string;
  method: string;
  paid_at: string;
  comment: string;
  is_anonymous: boolean;
  photos: readonly ChosenPhoto[];
}

export const emptyDraft = (now: number, donor_id: string): DonationDraft => ({
  donor_id,
  amount: '',
  purpose: 'general',
  purpose_text: '',
  method: '',
  paid_at: iso(now),
  comment: '',
  is_anonymous: false,
  photos: [],
});

/** Returns the form values for a stored donation, or for the args of a write that enters or corrects one. */
export const draftOf = (
  row: Pick<Donation, 'amount_cents' | 'purpose' | 'purpose_text' | 'method' | 'paid_at' | 'comment' | 'is_anonymous'>,
  donor_id: string,
): DonationDraft => ({
  donor_id,
  amount: centsAsText(row.amount_cents),
  purpose: row.purpose,
  purpose_text: row.purpose_text,
  method: row.method,
  paid_at: row.paid_at,
  comment: row.comment,
  is_anonymous: row.is_anonymous,
  photos: [],
});

/** The schema of a typed amount, which it converts to cents. */
const amountField = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string, { issues }) => {
      const cents = parseCents(text);
      if (cents !== null) return cents;
      issues.push({ code: 'custom', message: text.trim() === '' ? 'required' : 'invalid', input: text });
      return z.NEVER;
    }),
    donationFields.amount_cents,
  ),
);

/** The fields that every donation has, however it was paid. */
export const donationFormFields = {
  amount: amountField,
  purpose: choiceField(donationFields.purpose),
  purpose_text: donationFields.purpose_text,
  comment: donationFields.comment,
  is_anonymous: z.boolean(),
};

/** Requires a text for the purpose `other`. This is checked even if other fields are invalid. */
export const otherPurposeNeedsText = z.refine<Parameters<typeof isPurposeExplained>[0]>(isPurposeExplained, {
  error: 'required',
  path: ['purpose_text'],
  when: () => true,
});

interface SchemaOptions {
  now: () => number;
  /** Whether the edited donation already has a photo, so that no new one is needed. */
  hasPhoto: boolean;
}

/** Returns the schema that validates the form values and converts them to the fields of a donation. */
export function donationSchema({ now, hasPhoto }: SchemaOptions) {
  const paidAt = donationFields.paid_at.check(
    z.refine((paid_at) => isPaidAtValid(paid_at, iso(now())), { error: 'paid_at_invalid' }),
  );
  return z
    .object({
      ...donationFormFields,
      donor_id: requiredText(z.string()),
      method: choiceField(donationFields.method),
      paid_at: paidAt,
      photos: z.custom<readonly ChosenPhoto[]>(),
    })
    .check(
      otherPurposeNeedsText,
      z.refine(
        ({ photos, method, amount: amount_cents }) =>
          hasPhoto || photos.length > 0 || !needsPhoto({ method, amount_cents }),
        { error: 'required', path: ['photos'] },
      ),
    );
}

export type DonationOutput = z.infer<ReturnType<typeof donationSchema>>;

/** Converts the validated form values to the arguments of the donation actions. */
export function enteredDonationOf({ donor_id: _, amount: amount_cents, photos, ...fields }: DonationOutput) {
  const purpose_text = fields.purpose === 'other' ? fields.purpose_text : '';
  const entered: Omit<EnteredDonation, 'is_no_duplicate'> = {
    fields: { ...fields, amount_cents, purpose_text },
    photo: photos[0] ?? null,
  };
  return entered;
}

/** Returns the donor with this id, if the list contains one. */
export const findDonor = (donors: readonly Donor[], id: string): Donor | null =>
  donors.find((donor) => donor.id === id) ?? null;

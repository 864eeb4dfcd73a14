import { donationFrequencies } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import type { CardDonation } from '../../bridge/account-api.ts';
import { choiceField } from '../../forms/schema.ts';
import { donationFormFields, otherPurposeNeedsText } from './form-values.ts';

/** Values of the card donation form as typed. */
export interface CardDraft {
  amount: string;
  frequency: string;
  purpose: string;
  purpose_text: string;
  cover_fee: boolean;
  is_anonymous: boolean;
  comment: string;
}

export const emptyCardDraft: CardDraft = {
  amount: '',
  frequency: 'one_time',
  purpose: 'general',
  purpose_text: '',
  cover_fee: false,
  is_anonymous: false,
  comment: '',
};

/** Validates the form values and converts them to a donation without an id. */
export const cardSchema = z.pipe(
  z
    .object({
      ...donationFormFields,
      frequency: choiceField(z.enum(donationFrequencies, { error: 'required' })),
      cover_fee: z.boolean(),
    })
    .check(otherPurposeNeedsText),
  z.transform(({ amount: amount_cents, purpose_text, ...fields }): Omit<CardDonation, 'id'> => ({
    ...fields,
    amount_cents,
    purpose_text: fields.purpose === 'other' ? purpose_text : '',
  })),
);

import { expect, it } from 'vitest';
import {
  DonationCorrectArgs,
  donationFields,
  DonationSubmitArgs,
  ReceiptCode,
} from '../../contract/entities/donation.ts';
import { writes } from '../../contract/writes/index.ts';
import { sampleTime, describeFields, sampleId, photo, textOfLength } from '../helpers/field-cases.ts';

const validDonation = {
  ...{
    amount_cents: 10_000,
    currency: 'USD',
    purpose: 'general',
    purpose_text: '',
    method: 'cash',
    paid_at: sampleTime,
    at: sampleTime,
  },
  ...{ comment: '', is_anonymous: false, is_no_duplicate: false, photo: null },
};
const validSubmission = { ...validDonation, donor_id: sampleId(1), donor_name: 'Petra', receipt: 'D-7F3A-0012' };

describeFields([
  [
    'amount of a donation',
    donationFields.amount_cents,
    [100, 10_000_000],
    [
      [99, 'out_of_range'],
      [10_000_001, 'out_of_range'],
      [-100, 'out_of_range'],
      [100.5, 'invalid'],
      ['100', 'invalid'],
    ],
  ],
  ['purpose of a donation', donationFields.purpose, ['general'], [['fun', 'required']]],
  ['method of a donation', donationFields.method, ['cash', 'bank_transfer'], [['card', 'required']]],
  ['currency of a donation', donationFields.currency, ['USD'], [['EUR', 'invalid']]],
  ['comment of a donation', donationFields.comment, ['', textOfLength(500)], [[textOfLength(501), 'too_long']]],
  [
    'receipt code',
    ReceiptCode,
    ['D-7F3A-0012', 'D-0000-100000'],
    [
      ['D-7F3-0012', 'invalid'],
      ['D-7f3a-0012', 'invalid'],
      ['D-7F3A-012', 'invalid'],
      ['D-7F3A-1000000', 'invalid'],
    ],
  ],
  [
    'new donation',
    DonationSubmitArgs,
    [
      validSubmission,
      { ...validSubmission, amount_cents: 10_001, photo },
      { ...validSubmission, method: 'bank_transfer', photo },
      { ...validSubmission, purpose: 'other', purpose_text: textOfLength(3) },
      { ...validSubmission, purpose: 'other', purpose_text: textOfLength(100) },
      { ...validSubmission, donor_name: textOfLength(201) },
    ],
    [
      [{ ...validSubmission, amount_cents: 10_001 }, 'required'],
      [{ ...validSubmission, method: 'bank_transfer' }, 'required'],
      [{ ...validSubmission, method: 'card', photo }, 'required'],
      [{ ...validSubmission, purpose: 'other', purpose_text: 'xy' }, 'required'],
      [{ ...validSubmission, purpose: 'other', purpose_text: textOfLength(101) }, 'too_long'],
      [{ ...validSubmission, donor_name: textOfLength(202) }, 'too_long'],
    ],
  ],
  [
    'correction of a donation',
    DonationCorrectArgs,
    [
      { ...validDonation, photo: undefined },
      { ...validDonation, photo },
    ],
    [
      [{ ...validDonation, photo: undefined, purpose: 'other' }, 'required'],
      [{ ...validDonation, photo: undefined, donor_id: sampleId(1) }, null],
    ],
  ],
  [
    'reason of a rejected donation',
    writes['donation.reject'].args,
    [
      { reason: textOfLength(3), at: sampleTime },
      { reason: textOfLength(500), at: sampleTime },
    ],
    [
      [{ reason: 'xy', at: sampleTime }, 'empty'],
      [{ reason: textOfLength(501), at: sampleTime }, 'too_long'],
    ],
  ],
]);

it('reports a missing photo of a donation, and a missing explanation, at the field for it', () => {
  const pathOf = (change: object) =>
    DonationSubmitArgs.safeParse({ ...validSubmission, ...change }).error?.issues[0]?.path;
  expect(pathOf({ amount_cents: 10_001 })).toEqual(['photo']);
  expect(pathOf({ purpose: 'other' })).toEqual(['purpose_text']);
});

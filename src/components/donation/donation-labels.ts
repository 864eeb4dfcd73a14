import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DonationFrequency, DonationMethod, DonationPurpose, DonationState } from '../../../contract/values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const purposeLabels: Record<DonationPurpose, MessageDescriptor> = {
  general: msg({ message: 'General', context: 'purpose of a donation' }),
  education: msg({ message: 'Education', context: 'purpose of a donation' }),
  outreach: msg({ message: 'Outreach', context: 'purpose of a donation' }),
  books: msg({ message: 'Books', context: 'purpose of a donation' }),
  event: msg({ message: 'Event', context: 'purpose of a donation' }),
  other: msg({ message: 'Other', context: 'purpose of a donation' }),
};

export const methodLabels: Record<DonationMethod, MessageDescriptor> = {
  card: msg({ message: 'Card', context: 'payment method' }),
  cash: msg({ message: 'Cash', context: 'payment method' }),
  bank_transfer: msg({ message: 'Bank transfer', context: 'payment method' }),
  wallet: msg({ message: 'Wallet', context: 'payment method' }),
  other: msg({ message: 'Other', context: 'payment method' }),
};

export const donationStateLabels: Record<DonationState, MessageDescriptor> = {
  submitted: msg`Waiting to be confirmed`,
  confirmed: msg({ message: 'Confirmed', context: 'donation' }),
  rejected: msg`Not accepted`,
  pending: msg`Not paid yet`,
  succeeded: msg`Paid`,
  failed: msg`Not paid`,
  expired: msg`Not paid`,
  refunded: msg`Refunded`,
};

export const donationTones: Record<DonationState, NonNullable<BadgeProps['tone']>> = {
  submitted: 'wait',
  confirmed: 'ok',
  rejected: 'need',
  pending: 'wait',
  succeeded: 'ok',
  failed: 'need',
  expired: 'need',
  refunded: 'quiet',
};

export const frequencyLabels: Record<DonationFrequency, MessageDescriptor> = {
  one_time: msg`One time`,
  monthly: msg`Monthly`,
  quarterly: msg`Quarterly`,
  yearly: msg`Yearly`,
};

/** Short labels of the frequencies, for a segmented control, which has little space. */
export const frequencySegments: Record<DonationFrequency, MessageDescriptor> = {
  one_time: msg({ message: 'One time', context: 'segment' }),
  monthly: msg({ message: 'Monthly', context: 'segment' }),
  quarterly: msg({ message: 'Quarterly', context: 'segment' }),
  yearly: msg({ message: 'Yearly', context: 'segment' }),
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SubscriptionLine } from '../../../contract/entities/subscription.ts';
import type { SubscriptionPeriod } from '../../../contract/values.ts';

export const periodLabels: Record<SubscriptionPeriod, MessageDescriptor> = {
  week: msg`week`,
  month: msg`month`,
  quarter: msg`quarter`,
  half_year: msg`half-year`,
  year: msg`year`,
};

/** Period names with a capital letter, for the options of a segmented control. */
export const periodTitles: Record<SubscriptionPeriod, MessageDescriptor> = {
  week: msg`Week`,
  month: msg`Month`,
  quarter: msg`Quarter`,
  half_year: msg`Half-year`,
  year: msg`Year`,
};

export const paymentLabels: Record<SubscriptionLine['status'], MessageDescriptor> = {
  pending: msg`Not paid yet`,
  paid: msg`Paid`,
  failed: msg`Not paid`,
  refunded: msg`Refunded`,
};

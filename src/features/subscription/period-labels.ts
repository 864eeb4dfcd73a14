import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Subscription, SubscriptionLine } from '../../../contract/entities/subscription.ts';

type Period = NonNullable<SubscriptionLine['period']>;

export const periodLabels: Record<Period, MessageDescriptor> = {
  week: msg`week`,
  month: msg`month`,
  quarter: msg`quarter`,
  half_year: msg`half-year`,
  year: msg`year`,
};

/** Titles of the periods in a segmented control; unlike the labels, they begin with a capital letter. */
export const periodTitles: Record<Period, MessageDescriptor> = {
  week: msg`Week`,
  month: msg`Month`,
  quarter: msg`Quarter`,
  half_year: msg`Half-year`,
  year: msg`Year`,
};

export const paymentLabels: Record<Subscription['history'][number]['status'], MessageDescriptor> = {
  pending: msg`Not paid yet`,
  paid: msg`Paid`,
  failed: msg`Not paid`,
  refunded: msg`Refunded`,
};

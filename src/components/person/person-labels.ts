import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CloseReason, PersonSource, PersonStatus, LeadRejectReason } from '../../../contract/values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const leadStatusLabels: Record<PersonStatus, MessageDescriptor> = {
  waiting: msg({ message: 'Waiting', context: 'status of a lead' }),
  processing: msg({ message: 'Processing', context: 'status of a lead' }),
  active: msg({ message: 'Active', context: 'status of a lead' }),
  not_active: msg({ message: 'Not active', context: 'status of a lead' }),
};

export const leadStatusTones: Record<PersonStatus, NonNullable<BadgeProps['tone']>> = {
  waiting: 'wait',
  processing: 'info',
  active: 'ok',
  not_active: 'quiet',
};

export const sourceLabels: Record<PersonSource, MessageDescriptor> = {
  registration: msg`Registered`,
  landing: msg({ message: 'Landing page', context: 'where a lead came from' }),
  import: msg({ message: 'Import', context: 'where a lead came from' }),
  manual: msg`Added by hand`,
  telegram: msg({ message: 'Telegram', context: 'where a lead came from' }),
};

export const rejectReasonLabels: Record<LeadRejectReason, MessageDescriptor> = {
  overloaded: msg`I have too much work`,
  language: msg`We have no language in common`,
  no_contact: msg`I cannot reach them`,
  conflict_of_interest: msg`We know each other too well`,
  other: msg`Something else`,
};

export const closeReasonLabels: Record<CloseReason, MessageDescriptor> = {
  no_answer: msg`No answer after three tries`,
  not_interested: msg`Not interested`,
  wrong_contact: msg`Wrong contact`,
  duplicate: msg`The same person is here twice`,
  do_not_contact: msg`Wants no contact`,
  other: msg`Something else`,
};

export const languageNames: Record<string, MessageDescriptor> = {
  ru: msg`Russian`,
  en: msg`English`,
  de: msg`German`,
};

interface Named {
  first_name: string;
  last_name?: string;
}

/** As the lists say it. Somebody who waits has a first name alone. */
export const personName = ({ first_name, last_name = '' }: Named): string => `${first_name} ${last_name}`.trim();

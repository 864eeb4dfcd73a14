import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CloseReason, PersonSource, LeadRejectReason } from '../../../contract/values.ts';
import type { PersonStatus } from '../../../contract/filter-values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const leadStatusLabels: Record<PersonStatus, MessageDescriptor> = {
  waiting: msg({ message: 'Waiting', context: 'lead status' }),
  processing: msg({ message: 'Processing', context: 'lead status' }),
  active: msg({ message: 'Active', context: 'lead status' }),
  not_active: msg({ message: 'Not active', context: 'lead status' }),
};

export const leadStatusTones: Record<PersonStatus, NonNullable<BadgeProps['tone']>> = {
  waiting: 'wait',
  processing: 'info',
  active: 'ok',
  not_active: 'quiet',
};

export const sourceLabels: Record<PersonSource, MessageDescriptor> = {
  registration: msg`Registered`,
  landing: msg({ message: 'Landing page', context: 'lead source' }),
  import: msg({ message: 'Import', context: 'lead source' }),
  manual: msg`Added manually`,
  telegram: msg({ message: 'Telegram', context: 'lead source' }),
};

export const rejectReasonLabels: Record<LeadRejectReason, MessageDescriptor> = {
  overloaded: msg`I have too much work`,
  language: msg`No common language`,
  no_contact: msg`I cannot reach them`,
  conflict_of_interest: msg`I know them personally`,
  other: msg`Something else`,
};

export const closeReasonLabels: Record<CloseReason, MessageDescriptor> = {
  no_answer: msg`No answer after three attempts`,
  not_interested: msg`Not interested`,
  wrong_contact: msg`Wrong contact details`,
  duplicate: msg`Duplicate person`,
  do_not_contact: msg`Asked not to be contacted`,
  other: msg`Something else`,
};

export const languageLabels: Record<string, MessageDescriptor> = {
  ru: msg`Russian`,
  en: msg`English`,
  de: msg`German`,
};

interface Named {
  first_name: string;
  last_name?: string;
}

/** Returns the name as lists show it. A waiting lead has only a first name. */
export const personName = ({ first_name, last_name = '' }: Named): string => `${first_name} ${last_name}`.trim();

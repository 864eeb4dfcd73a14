import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TicketState, TicketType } from '../../../contract/values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const typeWords: Record<TicketType, MessageDescriptor> = {
  question: msg`Question`,
  problem: msg`Problem`,
  payment: msg`Payment`,
  account: msg`My account`,
  content: msg`Lessons and books`,
  other: msg`Something else`,
};

export const stateWords: Record<TicketState, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'state of a request' }),
  taken: msg`In work`,
  waiting_user: msg`Answered`,
  resolved: msg`Solved`,
  closed: msg`Closed`,
  rejected: msg({ message: 'Not accepted', context: 'state of a request' }),
  cancelled: msg`Cancelled`,
};

export const stateTones: Record<TicketState, NonNullable<BadgeProps['tone']>> = {
  new: 'quiet',
  taken: 'info',
  waiting_user: 'wait',
  resolved: 'ok',
  closed: 'quiet',
  rejected: 'need',
  cancelled: 'quiet',
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DeliveryState, RejectReason, TicketChannel } from '../../../contract/values.ts';
import type { TicketState, TicketType } from '../../../contract/filter-values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const ticketTypeLabels: Record<TicketType, MessageDescriptor> = {
  question: msg`Question`,
  problem: msg`Problem`,
  payment: msg`Payment`,
  account: msg({ message: 'Account', context: 'subject of a request' }),
  content: msg`Lessons and books`,
  other: msg`Something else`,
};

/** Labels for employees. */
export const ticketStateLabels: Record<TicketState, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'ticket status' }),
  taken: msg`In progress`,
  waiting_user: msg({ message: 'Answered', context: 'ticket status' }),
  resolved: msg({ message: 'Resolved', context: 'ticket status' }),
  closed: msg({ message: 'Closed', context: 'ticket status' }),
  rejected: msg({ message: 'Rejected', context: 'ticket status' }),
  cancelled: msg({ message: 'Cancelled', context: 'ticket status' }),
};

/** Labels for learners, who see a ticket as their request. The two words have different genders in Russian. */
export const requestStateLabels: Record<TicketState, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'request status' }),
  taken: msg`In progress`,
  waiting_user: msg({ message: 'Answered', context: 'request status' }),
  resolved: msg({ message: 'Resolved', context: 'request status' }),
  closed: msg({ message: 'Closed', context: 'request status' }),
  rejected: msg({ message: 'Rejected', context: 'request status' }),
  cancelled: msg({ message: 'Cancelled', context: 'request status' }),
};

export const ticketStateTones: Record<TicketState, NonNullable<BadgeProps['tone']>> = {
  new: 'quiet',
  taken: 'info',
  waiting_user: 'wait',
  resolved: 'ok',
  closed: 'quiet',
  rejected: 'need',
  cancelled: 'quiet',
};

export const rejectReasonLabels: Record<RejectReason, MessageDescriptor> = {
  spam: msg`Spam`,
  not_ours: msg`Out of scope`,
  duplicate: msg`Duplicate`,
  no_information: msg`Not enough information`,
  other: msg`Other reason`,
};

export const channelLabels: Record<TicketChannel, MessageDescriptor> = {
  app: msg`In person`,
  telegram: msg({ message: 'Telegram', context: 'how a person asked' }),
  phone: msg`By phone`,
  email: msg`By email`,
};

export const deliveryLabels: Record<DeliveryState, MessageDescriptor> = {
  queued: msg`Telegram: not sent yet`,
  sent: msg`Telegram: sent`,
  delivered: msg`Telegram: delivered`,
  failed: msg`Telegram: not delivered`,
};

export const deliveryTones: Record<DeliveryState, NonNullable<BadgeProps['tone']>> = {
  queued: 'wait',
  sent: 'info',
  delivered: 'ok',
  failed: 'need',
};

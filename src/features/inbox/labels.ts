import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { linkOptions } from '@tanstack/react-router';
import type { Notification, NotificationKind } from '../../../contract/entities/notification.ts';

export const kindLabels: Record<NotificationKind, MessageDescriptor> = {
  lead_assigned: msg`New lead for you`,
  lead_withdrawn: msg`Lead given to someone else`,
  lead_returning: msg`Lead goes back soon: finish a task`,
  lead_returned: msg`Lead went back to waiting leads`,
  people_imported: msg`New people for you from an import`,
  ticket_answered: msg`Your request was answered`,
  ticket_replied: msg`New reply to your ticket`,
  task_due: msg`Task is due now`,
  task_overdue: msg`Task is overdue`,
  task_assigned: msg`New task for you`,
  handover_offered: msg`Handover offered to you`,
};

/** Returns the link to the record that a notification is about. */
export function targetLink({ kind, target_id }: Pick<Notification, 'kind' | 'target_id'>) {
  switch (kind) {
    case 'lead_assigned':
    case 'lead_returning':
      return linkOptions({ to: '/user/view-details/$personId', params: { personId: target_id } });
    // The person is no longer on this device.
    case 'lead_withdrawn':
    case 'lead_returned':
      return linkOptions({ to: '/leads' });
    case 'people_imported':
      return linkOptions({ to: '/people' });
    case 'ticket_answered':
      return linkOptions({ to: '/help/$ticketId', params: { ticketId: target_id } });
    case 'ticket_replied':
      return linkOptions({ to: '/user/new-request/$ticketId', params: { ticketId: target_id } });
    case 'task_due':
    case 'task_overdue':
    case 'task_assigned':
      return linkOptions({ to: '/tasks/$taskId', params: { taskId: target_id } });
    case 'handover_offered':
      return linkOptions({ to: '/sync' });
  }
}

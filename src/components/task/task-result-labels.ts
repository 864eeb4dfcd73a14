import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TaskResult } from '../../../contract/values.ts';
import type { Priority } from '../../../contract/filter-values.ts';

// These labels are separate from the other task labels, because the first screen after the login does not need them.

export const priorityLabels: Record<Priority, MessageDescriptor> = {
  low: msg`Low`,
  normal: msg`Normal`,
  high: msg`High`,
  urgent: msg`Urgent`,
};

export const taskResultLabels: Record<TaskResult, MessageDescriptor> = {
  reached: msg`Reached`,
  no_answer: msg`No answer`,
  busy: msg`Busy`,
  wrong_number: msg`Wrong number`,
  call_back: msg`Call back`,
  refused: msg`Declined`,
  voicemail: msg`Voicemail`,
  held: msg`Took place`,
  no_show: msg`No-show`,
  moved: msg`Rescheduled`,
  cancelled_by_them: msg`They cancelled`,
  sent: msg({ message: 'Sent', context: 'result of a message' }),
  replied: msg`Replied`,
  failed: msg({ message: 'Failed', context: 'result of a message' }),
};

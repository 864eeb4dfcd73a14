import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Priority, TaskResult, TaskType } from '../../../contract/values.ts';

export const taskTypeLabels: Record<TaskType, MessageDescriptor> = {
  call: msg({ message: 'Call', context: 'kind of task' }),
  meet: msg({ message: 'Meeting', context: 'kind of task' }),
  message: msg({ message: 'Message', context: 'kind of task' }),
};

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
  refused: msg`Refused`,
  voicemail: msg`Voicemail`,
  held: msg`Held`,
  no_show: msg`Did not come`,
  moved: msg`Moved`,
  cancelled_by_them: msg`Cancelled by them`,
  sent: msg({ message: 'Sent', context: 'result of a message' }),
  replied: msg`Replied`,
  failed: msg({ message: 'Failed', context: 'result of a message' }),
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TaskType } from '../../../contract/values.ts';

export const taskTypeLabels: Record<TaskType, MessageDescriptor> = {
  call: msg({ message: 'Call', context: 'task type' }),
  meet: msg({ message: 'Meeting', context: 'task type' }),
  message: msg({ message: 'Message', context: 'task type' }),
};

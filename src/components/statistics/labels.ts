import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FigureName, StatisticsPeriod } from '../../../contract/statistics.ts';

export const figureLabels: Record<FigureName, MessageDescriptor> = {
  completed_tasks: msg`Completed tasks`,
  time_spent: msg`Time spent`,
  donations_sum: msg`Donations`,
  new_subscriptions: msg`New subscriptions`,
  new_registrations: msg`New registrations`,
  tasks_of_new_registrations: msg`First tasks done`,
};

/** Shorter names of the figures, for column headers. */
export const columnLabels: Record<FigureName, MessageDescriptor> = {
  completed_tasks: msg({ message: 'Completed', context: 'column of tasks' }),
  time_spent: msg({ message: 'Time spent', context: 'narrow column' }),
  donations_sum: msg({ message: 'Donations', context: 'narrow column' }),
  new_subscriptions: msg({ message: 'Subscr.', comment: 'New subscriptions, as the head of a narrow column' }),
  new_registrations: msg({ message: 'Registr.', comment: 'New registrations, as the head of a narrow column' }),
  tasks_of_new_registrations: msg`First tasks`,
};

export const periodLabels: Record<StatisticsPeriod, MessageDescriptor> = {
  today: msg`Today`,
  week: msg({ message: 'Week', context: 'period' }),
  month: msg({ message: 'Month', context: 'period' }),
  quarter: msg`Quarter`,
  half_year: msg`Half-year`,
  year: msg({ message: 'Year', context: 'period' }),
};

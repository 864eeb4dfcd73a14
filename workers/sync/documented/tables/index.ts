import type { EntityName } from '../../../../contract/entities/stores.ts';
import { employees, flows, flowStats, lessonProgress, packages, subscriptions } from './account.ts';
import { books, categories, comments, events, lessons, news } from './learning.ts';
import { contactCategories, contacts, me } from './own.ts';
import type { TableReader } from './shared.ts';
import { people, staffTickets, tasks, waitingLeads } from './staff.ts';

/** Every entity that the documented calls can list, in the order in which a phone reads them. */
export const tables: readonly TableReader[] = [
  me,
  tasks,
  staffTickets,
  people,
  waitingLeads,
  employees,
  contactCategories,
  contacts,
  categories,
  lessons,
  lessonProgress,
  comments,
  news,
  events,
  books,
  subscriptions,
  packages,
  flows,
  flowStats,
];

export const tableOf = (entity: EntityName): TableReader | undefined => tables.find((table) => table.entity === entity);

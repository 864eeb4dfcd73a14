import type { EntityRows } from '../../handlers.ts';
import { changedTasks, countTasks, ownTaskById, taskPage } from './repository.ts';

export const taskRows: EntityRows<'tasks'> = {
  changed: changedTasks,
  page: taskPage,
  count: countTasks,
  one: ownTaskById,
};

import type { EntityRows } from '../../handlers.ts';
import { changedTasks, countTasks, lockTasks, ownTaskById, taskPage } from './repository.ts';
import { eraseTasks } from '../people/erase.ts';

export const taskRows: EntityRows<'tasks'> = {
  storage: { table: 'tasks', tombstones: true, erase: eraseTasks },
  changed: changedTasks,
  page: taskPage,
  count: countTasks,
  one: ownTaskById,
  lock: lockTasks,
};

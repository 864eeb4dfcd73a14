import type { EntityRows } from '../../handlers.ts';
import { readChangedTasks, countTasks, lockTasks, ownTaskById, readTaskPage } from './repository.ts';
import { eraseTasks } from '../people/erase.ts';

export const taskRows: EntityRows<'tasks'> = {
  storage: { table: 'tasks', tombstones: true, erase: eraseTasks },
  changed: readChangedTasks,
  page: readTaskPage,
  count: countTasks,
  one: ownTaskById,
  lock: lockTasks,
};

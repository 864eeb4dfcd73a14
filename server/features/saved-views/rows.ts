import type { EntityRows } from '../../handlers.ts';
import { changedViews, countViews, eraseViews, lockOwnViews, viewById, viewPage } from './repository.ts';

export const savedViewRows: EntityRows<'saved_views'> = {
  storage: { table: 'saved_views', tombstones: true, erase: eraseViews },
  changed: changedViews,
  page: viewPage,
  count: (context) => countViews(context),
  one: viewById,
  lock: lockOwnViews,
};

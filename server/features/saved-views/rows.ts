import type { EntityRows } from '../../handlers.ts';
import {
  readChangedSavedViews,
  countViews,
  eraseViews,
  lockOwnViews,
  savedViewById,
  readSavedViewPage,
} from './repository.ts';

export const savedViewRows: EntityRows<'saved_views'> = {
  storage: { table: 'saved_views', tombstones: true, erase: eraseViews },
  changed: readChangedSavedViews,
  page: readSavedViewPage,
  count: (context) => countViews(context),
  one: savedViewById,
  lock: lockOwnViews,
};

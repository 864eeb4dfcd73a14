import type { EntityRows } from '../../handlers.ts';
import { changedViews, countViews, viewById, viewPage } from './repository.ts';

export const accountViewRows: EntityRows<'account_views'> = {
  storage: { table: 'account_views', tombstones: false, erase: 'anonymous with the account' },
  changed: changedViews,
  page: viewPage,
  count: countViews,
  one: viewById,
};

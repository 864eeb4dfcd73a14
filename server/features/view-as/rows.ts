import type { EntityRows } from '../../handlers.ts';
import { readChangedAccountViews, countAccountViews, accountViewById, readAccountViewPage } from './repository.ts';

export const accountViewRows: EntityRows<'account_views'> = {
  storage: { table: 'account_views', tombstones: false, erase: 'anonymous with the account' },
  changed: readChangedAccountViews,
  page: readAccountViewPage,
  count: countAccountViews,
  one: accountViewById,
};

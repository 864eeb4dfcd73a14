import type { EntityRows } from '../../handlers.ts';
import { changedHandovers, countHandovers, handoverById, handoverPage } from './repository.ts';

export const handoverRows: EntityRows<'handovers'> = {
  changed: changedHandovers,
  page: handoverPage,
  count: countHandovers,
  one: handoverById,
};

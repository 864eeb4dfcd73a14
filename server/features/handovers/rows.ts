import type { EntityRows } from '../../handlers.ts';
import { changedHandovers, countHandovers, handoverById, handoverPage } from './repository.ts';
import { eraseHandovers } from '../people/erase.ts';

export const handoverRows: EntityRows<'handovers'> = {
  storage: { table: 'handovers', tombstones: true, erase: eraseHandovers },
  changed: changedHandovers,
  page: handoverPage,
  count: countHandovers,
  one: handoverById,
};

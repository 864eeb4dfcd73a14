import type { EntityRows } from '../../handlers.ts';
import { readChangedHandovers, countHandovers, handoverById, readHandoverPage } from './repository.ts';
import { eraseHandovers } from '../people/erase.ts';

export const handoverRows: EntityRows<'handovers'> = {
  storage: { table: 'handovers', tombstones: true, erase: eraseHandovers },
  changed: readChangedHandovers,
  page: readHandoverPage,
  count: countHandovers,
  one: handoverById,
};

import type { EntityRows } from '../../handlers.ts';
import {
  changedInteractions,
  countInteractions,
  interactionById,
  interactionPage,
  lockOwnInteractions,
} from './repository.ts';
import { eraseInteractions } from '../people/erase.ts';

export const interactionRows: EntityRows<'interactions'> = {
  storage: { table: 'interactions', tombstones: true, erase: eraseInteractions },
  changed: changedInteractions,
  page: interactionPage,
  count: countInteractions,
  one: interactionById,
  lock: lockOwnInteractions,
};

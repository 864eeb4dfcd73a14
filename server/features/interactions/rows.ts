import type { EntityRows } from '../../handlers.ts';
import {
  readChangedInteractions,
  countInteractions,
  interactionById,
  readInteractionPage,
  lockOwnInteractions,
} from './repository.ts';
import { eraseInteractions } from '../people/erase.ts';

export const interactionRows: EntityRows<'interactions'> = {
  storage: { table: 'interactions', tombstones: true, erase: eraseInteractions },
  changed: readChangedInteractions,
  page: readInteractionPage,
  count: countInteractions,
  one: interactionById,
  lock: lockOwnInteractions,
};

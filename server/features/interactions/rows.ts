import type { EntityRows } from '../../handlers.ts';
import { changedInteractions, countInteractions, interactionById, interactionPage } from './repository.ts';

export const interactionRows: EntityRows<'interactions'> = {
  changed: changedInteractions,
  page: interactionPage,
  count: countInteractions,
  one: interactionById,
};

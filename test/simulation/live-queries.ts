import { Dexie } from 'dexie';

function removeObservers(db: Dexie): void {
  db.unuse({ stack: 'dbcore', name: 'Observability' });
  db.unuse({ stack: 'dbcore', name: 'Cache' });
}

/**
 * Prevents databases that are opened later from recording changed keys for live queries. Only pages have live queries,
 * and the simulated tabs are workers.
 */
export function disableLiveQueries(): void {
  if (!Dexie.addons.includes(removeObservers)) Dexie.addons.push(removeObservers);
}

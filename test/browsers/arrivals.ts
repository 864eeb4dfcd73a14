import { deepEqual } from 'node:assert/strict';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { Entry, Receipt } from '../../src/db/outbox/entry.ts';
import { fetchServerRows } from '../day/compare.ts';
import { Client } from '../e2e/helpers/client.ts';
import type { Who } from '../e2e/helpers/phone.ts';
import { rowsOf, waitUntilSent } from './device-data.ts';
import { type DrivenPage, waitUntil } from './driven-page.ts';
import { pillShows } from './steps.ts';
import type { World } from './world.ts';

/** Returns the unsent writes of a device, oldest first. */
export const readUnsentWrites = (page: DrivenPage): Promise<Entry[]> => rowsOf<Entry>(page, 'outbox');

/** The rows that the server sends to one person. */
export interface ArrivedRows {
  /** Returns the rows of an entity for which a condition holds. */
  rows<T>(entity: EntityName, condition: (row: T) => boolean): T[];
}

async function fetchArrivedRows({ server }: World, who: Who): Promise<ArrivedRows> {
  const all = [...(await fetchServerRows(await Client.logIn(server.url, who)))];
  return {
    rows: <T>(entity: EntityName, condition: (row: T) => boolean) =>
      all.filter(([key]) => key.startsWith(`${entity} `)).flatMap(([, row]) => (condition(row as T) ? [row as T] : [])),
  };
}

/**
 * Starts the server again, waits until the device has sent everything, and checks that it got one receipt for each
 * of its unsent writes. Returns the rows that the server has now.
 */
export async function sendAll(page: DrivenPage, world: World, who: Who): Promise<ArrivedRows> {
  const unsent = (await readUnsentWrites(page)).map(({ op_id }) => op_id).toSorted();
  await world.server.start();
  await waitUntilSent(page);
  await waitUntil(page, 'the end of the sync', pillShows('Up to date'));
  const receipts = (await rowsOf<Receipt>(page, 'history')).map(({ op_id }) => op_id);
  deepEqual(receipts.filter((op_id) => unsent.includes(op_id)).toSorted(), unsent, 'one receipt for each write');
  return fetchArrivedRows(world, who);
}

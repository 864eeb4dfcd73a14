import type { Table } from 'dexie';
import { entityNames } from '../../../contract/entities/stores.ts';
import type { PhoneDb } from './db.ts';

/** Returns the tables of all mirrored entities. */
export const entityTables = (db: PhoneDb): Table[] => entityNames.map((name) => db.table(name));

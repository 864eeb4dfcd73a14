import type { AnyRow } from '../../src/db/outbox/view.ts';
import type { PersonName } from './world.ts';

/** The data that the server has stored, read from its tables. */
export interface Ledger {
  /** Accepted ops, in the order in which they took effect. */
  accepted: { op_id: string; kind: string; rev: number | null; person: PersonName; device_id: string | null }[];
  refused: string[];
  /** The rows that a new device of each person would show. */
  rows: Map<PersonName, Map<string, Map<string, AnyRow>>>;
  /** All contacts of every owner. */
  contacts: Map<string, Record<string, unknown>>;
}

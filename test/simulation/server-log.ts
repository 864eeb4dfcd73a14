import type { AnyRow } from '../../src/db/outbox/view.ts';
import type { PersonName } from './world.ts';

/** The server's effects, from its own tables. */
export interface Ledger {
  /** Accepted ops in the order of their effect. */
  accepted: { op_id: string; kind: string; rev: number | null; person: PersonName }[];
  refused: string[];
  /** What a fresh device of each person would show. */
  rows: Map<PersonName, Map<string, Map<string, AnyRow>>>;
  /** All contacts of every owner. */
  contacts: Map<string, Record<string, unknown>>;
}

import type { AnyRow } from '../../src/db/outbox/view.ts';
import type { PersonName } from './world.ts';

/** What the server did, as its own tables tell it. */
export interface Ledger {
  /** Accepted ops in the order of their effect. */
  accepted: { op_id: string; kind: string; rev: number | null; person: PersonName }[];
  refused: string[];
  /** What a fresh phone of each person would be shown. */
  rows: Map<PersonName, Map<string, Map<string, AnyRow>>>;
  /** All contacts there are, whoever has them. */
  contacts: Map<string, Record<string, unknown>>;
}

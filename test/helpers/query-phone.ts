import type { Entry } from '../../src/db/outbox/entry.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, makePhoneDb, START } from './phone.ts';

/** Returns the ISO time `count` minutes after `START`. */
export const atMinute = (count: number): string => iso(START + count * 60_000);

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Opens Anna's database on a new device, for tests of queries. */
export function makeQueryPhone() {
  const phone = makePhoneDb();
  return {
    ...phone,
    /** Stores rows that have only the fields that a test needs. */
    put: (table: string, rows: object[]) => phone.db.table(table).bulkPut(rows),
    /** Queues a write with the fields in `change`, and otherwise with the fields of a new comment. */
    addEntry: async (change: Partial<Entry>): Promise<Entry> => {
      const [op_id] = await phone.write(addComment());
      await phone.db.outbox.where('op_id').equals(op_id!).modify(change);
      return (await phone.entry(op_id!))!;
    },
  };
}

export type QueryPhone = ReturnType<typeof makeQueryPhone>;

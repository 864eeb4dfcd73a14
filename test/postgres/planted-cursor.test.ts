import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runCursorRace } from '../helpers/cursor-race.ts';
import { openTestDatabase } from '../helpers/server.ts';

// Injects a bug: revisions are taken from a sequence. The bug has no effect on an embedded database, which runs
// transactions one by one.
vi.mock(import('../../server/sync/counter.ts'), async () => ({
  counterOf: async (tx) => {
    const { rows } = await sql<{ rev: number }>`select last_value::int8 as rev from planted_revs`.execute(tx);
    return { rev: rows[0]!.rev, horizon: 0 };
  },
  incrementCounter: async (tx) => {
    const { rows } = await sql<{ rev: number }>`select nextval('planted_revs')::int8 as rev`.execute(tx);
    return rows[0]!.rev;
  },
}));

test('detects rows that a sequence-based cursor skips because their transactions commit late', async () => {
  const { db } = await openTestDatabase();
  await sql`create sequence planted_revs`.execute(db);
  const { written, missed } = await runCursorRace();
  expect(written).toBeGreaterThan(50);
  expect(missed.length).toBeGreaterThan(0);
});

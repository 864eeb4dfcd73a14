import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';

// The planted fault that an embedded database cannot show, since it runs transactions one by one: revs from a sequence.
// Test files share their code: what others have loaded knows the true counter, and what is loaded here must not stay.
vi.resetModules();
vi.doMock(import('../../server/sync/counter.ts'), async () => ({
  counterOf: async (tx) => {
    const { rows } = await sql<{ rev: number }>`select last_value::int8 as rev from planted_revs`.execute(tx);
    return { rev: rows[0]!.rev, horizon: 0 };
  },
  raiseCounter: async (tx) => {
    const { rows } = await sql<{ rev: number }>`select nextval('planted_revs')::int8 as rev`.execute(tx);
    return rows[0]!.rev;
  },
}));
afterAll(() => {
  vi.doUnmock('../../server/sync/counter.ts');
  vi.resetModules();
});

const { race } = await import('../helpers/cursor-race.ts');
const { testDatabase } = await import('../helpers/server.ts');

test('a cursor over a sequence loses rows that commit late, and the race sees it', async () => {
  const { db } = await testDatabase();
  await sql`create sequence planted_revs`.execute(db);
  const { written, missed } = await race();
  expect(written).toBeGreaterThan(50);
  expect(missed.length).toBeGreaterThan(0);
});

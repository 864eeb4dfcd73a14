import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/tables.ts';
import { isTransientError } from '../../server/db/transaction.ts';
import { openTestDatabase, testDatabaseUrl } from '../helpers/server.ts';

/** Closes the connections of the application from the server's side, as a failover does. */
const breakConnections = (db: Kysely<Database>, pid: number) => sql`select pg_terminate_backend(${pid})`.execute(db);

const pidOf = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
};

test('a process survives the loss of idle and of busy connections, and reads again at once', async () => {
  const { db: other } = await openTestDatabase();
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl: testDatabaseUrl() ?? '' });
  const idle = await pidOf(db);
  await breakConnections(other, idle);
  await expect.poll(() => pidOf(db).catch(() => idle)).not.toBe(idle);
  const busy = db.transaction().execute(async (tx) => {
    await breakConnections(other, await pidOf(tx));
    await pidOf(tx);
  });
  const error: unknown = await busy.catch((reason: unknown) => reason);
  expect(isTransientError(error)).toBe(true);
  await expect.poll(() => pidOf(db).catch(() => idle)).not.toBe(idle);
  await close();
});

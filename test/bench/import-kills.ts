import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportRow } from '../../contract/api-calls/imports.ts';
import { MAX_IMPORT_ROWS } from '../../contract/imports/fields.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Db } from '../../server/db/tables.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { type Server, startServer } from '../e2e/helpers/start-server.ts';
import type { Figures } from './figures.ts';
import { importClient, logIn, newPeople } from './import-client.ts';

const KILLS = 3;

/**
 * Returns the rows of the file. One row in fifty has no first name, and another one in fifty has the phone number of
 * the row before it.
 */
function fileRows(): string[][] {
  const rows = newPeople(MAX_IMPORT_ROWS);
  return rows.map(([name, phone], at) => [at % 50 === 7 ? '' : name!, at % 50 === 9 ? rows[at - 1]![1]! : phone!]);
}

/** Reads from the database of a server that is not running. */
async function readDatabase<T>(server: Server, read: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase({ dataDir: server.folder });
  try {
    return await read(db);
  } finally {
    await close();
  }
}

/** Columns that differ between two runs of the same import: ids, times, revisions and random codes. */
const VARYING = ['id', 'rev', 'field_revs', 'created_at', 'updated_at', 'waiting_since', 'promo_code'];

/**
 * Returns a hash of everything that the import has written: each row with its result, its person and that person's
 * number of events. Also returns the total number of people.
 */
async function importResult(db: Db, importId: string): Promise<{ hash: string; people: number }> {
  const { rows } = await sql<{ line: string }>`select jsonb_build_array(r.index, r.line, r.disposition, r.issues,
      r.cells, r.values, r.rev is null, to_jsonb(u) - ${VARYING}::text[],
      (select count(*) from person_events e where e.scope = u.scope and e.person_id = u.id))::text as line
    from import_rows r left join users u on u.scope = r.scope and u.id = r.person_id and r.rev is not null
    where r.import_id = ${importId} order by r.index`.execute(db);
  const counted = await sql<{ people: number }>`select count(*)::int as people from users`.execute(db);
  const hash = createHash('sha256').update(rows.map(({ line }) => line).join('\n'));
  return { hash: hash.digest('hex'), people: counted.rows[0]?.people ?? 0 };
}

const countsOf = ({ total, created, updated, unchanged, skipped, failed, warnings }: ImportRow): string =>
  JSON.stringify({ total, created, updated, unchanged, skipped, failed, warnings });

/**
 * Kills the server during an import, and starts it again. Returns the number of rows that were processed before the
 * kill. Throws if this was fewer than `from`, or all rows.
 */
async function killDuring(server: Server, id: string, from: number): Promise<number> {
  await server.kill();
  const { state, done } = await readDatabase(server, (db) =>
    db.selectFrom('imports').select(['state', 'done']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
  if (state !== 'running' || done < from || done >= MAX_IMPORT_ROWS)
    throw new Error(`the server was not killed on the way: ${state}, ${done} of ${MAX_IMPORT_ROWS} rows`);
  await server.start();
  return done;
}

/**
 * Imports the file, and kills the server each time the number of processed rows reaches the next number in `killsAt`.
 * Returns the result, and the number of processed rows at each kill.
 */
async function runImport(killsAt: readonly number[]) {
  const server = await startServer();
  try {
    const token = await logIn(server);
    const plan = await importClient(server, token).start(fileRows());
    const kills: number[] = [];
    for (const at of killsAt) {
      await importClient(server, token).waitFor(plan.id, at);
      kills.push(await killDuring(server, plan.id, at));
    }
    const api = importClient(server, token);
    await api.waitFor(plan.id, MAX_IMPORT_ROWS);
    const row = await api.row(plan.id);
    if (row.state !== 'completed_with_errors' || countsOf(row) !== countsOf(plan))
      throw new Error(`the counts differ from those of the plan: ${row.state} ${countsOf(plan)} ${countsOf(row)}`);
    await server.stop();
    return { kills, row, ...(await readDatabase(server, (db) => importResult(db, plan.id))) };
  } finally {
    await server.remove();
  }
}

/**
 * Kills the server three times during the largest possible import. Throws unless each kill happened before the last
 * row, and everything that the import has written equals the result of an undisturbed run.
 */
export async function measureImportKills(): Promise<Figures> {
  const removeSeed = await seedOnce();
  try {
    const undisturbed = await runImport([]);
    const at = Array.from({ length: KILLS }, (_, kill) => (MAX_IMPORT_ROWS / (KILLS + 1)) * (kill + 1));
    const killed = await runImport(at);
    if (killed.hash !== undisturbed.hash || killed.people !== undisturbed.people)
      throw new Error(`the result differs from that of an undisturbed run: ${killed.people}, ${undisturbed.people}`);
    return {
      'import with three kills: people created': killed.row.created,
      'import with three kills: rows with problems': killed.row.failed,
      ...Object.fromEntries(killed.kills.map((done, kill) => [`import, rows done at kill ${kill + 1}`, done])),
    };
  } finally {
    removeSeed();
  }
}

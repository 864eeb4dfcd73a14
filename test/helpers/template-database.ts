import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/open.ts';

/** Name of the environment variable with the path of the dump from which each test file's database starts. */
const TEMPLATE_VARIABLE = 'HAVERSACK_TEST_TEMPLATE';

/**
 * Returns the dump that the test run has created; undefined without one. An empty database takes several times as long
 * to start.
 */
export function templateDump(): Blob | undefined {
  const file = process.env[TEMPLATE_VARIABLE];
  return file === undefined ? undefined : new Blob([readFileSync(file)], { type: 'application/x-gzip' });
}

/**
 * Creates one migrated database for all test files. Returns the clean-up function. Not used with PostgreSQL, where each
 * worker creates its database.
 */
export async function setup(): Promise<() => void> {
  // Every project of the run calls this function; the first call creates the database.
  if (process.env['TEST_DATABASE_URL'] !== undefined || process.env[TEMPLATE_VARIABLE] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'haversack-template-'));
  const database = await openDatabase({ dataDir: 'memory://' });
  const file = join(folder, 'template.tar.gz');
  writeFileSync(file, (await database.dump?.()) ?? new Uint8Array());
  await database.close();
  process.env[TEMPLATE_VARIABLE] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}

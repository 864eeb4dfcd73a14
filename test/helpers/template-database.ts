import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/open.ts';

/** Path of the dump every test file's database starts from. */
export const TEMPLATE_VARIABLE = 'HAVERSACK_TEST_TEMPLATE';

/** Creates one migrated database for all test files; returns the clean-up. PostgreSQL creates its own. */
export async function setup(): Promise<() => void> {
  // Every project of the run requests it; the first one creates it.
  if (process.env['TEST_DATABASE_URL'] !== undefined || process.env[TEMPLATE_VARIABLE] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'haversack-template-'));
  const database = await openDatabase({ dataDir: 'memory://' });
  const file = join(folder, 'template.tar.gz');
  writeFileSync(file, (await database.dump?.()) ?? new Uint8Array());
  await database.close();
  process.env[TEMPLATE_VARIABLE] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/open.ts';

/** Where the dump lies that each test file's database begins with. */
export const TEMPLATE_VARIABLE = 'HAVERSACK_TEST_TEMPLATE';

/** Makes one migrated database for all test files; gives the clean-up. PostgreSQL makes its own. */
export async function setup(): Promise<() => void> {
  // Each project of the run asks for it; the first one makes it.
  if (process.env['TEST_DATABASE_URL'] !== undefined || process.env[TEMPLATE_VARIABLE] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'haversack-template-'));
  const database = await openDatabase({ dataDir: 'memory://' });
  const file = join(folder, 'template.tar.gz');
  writeFileSync(file, (await database.dump?.()) ?? new Uint8Array());
  await database.close();
  process.env[TEMPLATE_VARIABLE] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}

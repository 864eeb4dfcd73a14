import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCurrentStores } from './helpers/stores.ts';
import { readCurrentWire } from './helpers/wire.ts';

// `npm run wire`: records the schemas of the contract and the stores of the phone's database. A change is recorded only
// with a new version number. Before the first release, `-- --force` records a change without one, because no phone has
// the old schemas yet.

/** Writes a recording if its version is new. Returns whether the recording was written or is unchanged. */
function save(file: string, current: { version: number }, cure: string): boolean {
  const path = join(import.meta.dirname, file);
  const text = `${JSON.stringify(current, null, 2)}\n`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  if (before === text) return true;
  const recorded = before === null ? null : (JSON.parse(before) as { version: number });
  if (recorded && recorded.version >= current.version && !process.argv.includes('--force')) {
    process.stdout.write(`${file}: version ${recorded.version} is recorded: ${cure}\n`);
    return false;
  }
  writeFileSync(path, text);
  process.stdout.write(`${file}: version ${current.version} recorded\n`);
  return true;
}

const isWireSaved = save('wire.json', readCurrentWire(), 'raise CONTRACT_VERSION in contract/version.ts first');
const isSchemaSaved = save(
  'db/schema.json',
  await readCurrentStores(),
  'append a version in src/db/schema/versions.ts first',
);
if (!isWireSaved || !isSchemaSaved) process.exitCode = 1;

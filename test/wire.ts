import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentWire, type Wire } from './helpers/wire.ts';

// `npm run wire`: records the schemas of the contract. Before the first release `-- --force` records them again without
// a new version: no client in use knows the old ones.
const file = join(import.meta.dirname, 'wire.json');
const current = currentWire();
const committed = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Wire) : null;
if (committed && committed.version >= current.version && !process.argv.includes('--force')) {
  process.stdout.write(
    `version ${committed.version} is recorded: raise CONTRACT_VERSION in contract/version.ts first\n`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  process.stdout.write(`version ${current.version}: ${Object.keys(current.hashes).length} schemas recorded\n`);
}

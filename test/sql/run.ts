import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { acrossScopes } from './across-scopes.ts';
import { missingScopeMessage, PARTITION_MESSAGE, scopeViolations } from './scope-rules.ts';

// `npm run test:sql`: runs the server tests, records every statement of the product, and checks that each one names the
// scope of its tables. Arguments are those of vitest, such as the path of one test file.

const root = join(import.meta.dirname, '../..');
const MAX_PRINTED = 60;

interface Recorded {
  statement: string;
  /** The file of the product that made the statement. */
  file: string;
}

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
  return [...new Map(all.map((recorded) => [recorded.statement, recorded])).values()];
}

/** Returns the violations of a statement, except those that are allowed. */
function violationsOf({ statement, file }: Recorded): string[] {
  const allowed = acrossScopes
    .filter((recorded) => recorded.file === file)
    .flatMap((recorded) => [
      ...recorded.tables.map(missingScopeMessage),
      ...(recorded.changesPartitions ? [PARTITION_MESSAGE] : []),
    ]);
  return scopeViolations(statement)
    .filter((violation) => !allowed.includes(violation))
    .map((violation) => `${file} ${violation}:\n  ${statement.replaceAll(/\s+/g, ' ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'haversack-statements-'));
try {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = process.argv.slice(2);
  const files = args.some((arg) => arg.startsWith('test/')) ? args : ['test/server', ...args];
  const env = { ...process.env, HAVERSACK_TEST_STATEMENTS: folder };
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], { cwd: root, env, stdio: 'inherit' });
  await loadModule();
  const recorded = readRecorded(folder).filter(({ file }) => !file.startsWith('server/migrations/'));
  const violations = recorded.flatMap(violationsOf);
  for (const violation of violations.slice(0, MAX_PRINTED)) process.stdout.write(`${violation}\n`);
  process.stdout.write(`${recorded.length} statements, ${violations.length} violations\n`);
  process.exitCode = status === 0 && recorded.length > 0 && violations.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

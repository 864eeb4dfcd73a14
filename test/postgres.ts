import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `npm run test:postgres`: the server's tests on a real PostgreSQL. DATABASE_URL may name one, whose contents may be
// lost. Without it, a cluster is created in a temporary folder and deleted afterwards.

interface Account {
  uid?: number;
  gid?: number;
}

const isRoot = process.getuid?.() === 0;

function must(command: string, args: string[], options: SpawnSyncOptions = {}): string {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
  if (result.status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed\n${String(result.stdout ?? '')}`);
  return String(result.stdout ?? '').trim();
}

/** Returns the folder of initdb and pg_ctl of the newest installed version. */
function findBinaries(): string | undefined {
  const found = globSync(['/usr/lib/postgresql/*/bin/initdb', '/usr/local/bin/initdb', '/opt/homebrew/bin/initdb']);
  return found
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '');
}

function ensureBinaries(): string {
  const found = findBinaries();
  if (found) return found;
  if (!isRoot) throw new Error('No PostgreSQL found: install it, or set DATABASE_URL');
  process.stdout.write('installing postgresql (apt-get)\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  must('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql'], { env });
  const installed = findBinaries();
  if (!installed) throw new Error('apt-get installed no PostgreSQL server: set DATABASE_URL');
  return installed;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Returns the account that runs PostgreSQL, which refuses to run as root; Debian's package provides the user postgres.
 */
function account(): Account {
  if (!isRoot) return {};
  return { uid: Number(must('id', ['-u', 'postgres'])), gid: Number(must('id', ['-g', 'postgres'])) };
}

async function startCluster(): Promise<{ url: string; stop: () => void }> {
  const binaries = ensureBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'haversack-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(18).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const as = account();
  for (const path of [folder, passwordFile]) {
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  }
  const options = { ...as, cwd: folder };
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  must(join(binaries, 'initdb'), ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...access], options);
  const port = await freePort();
  // Turns off durability, which a cluster that exists for a minute does not need.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off`;
  const control = [join(binaries, 'pg_ctl'), '-D', data, '-w', '-l', join(folder, 'log')] as const;
  must(control[0], [...control.slice(1), '-o', settings, 'start'], { ...options, stdio: 'ignore' });
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => {
      must(control[0], [...control.slice(1), '-m', 'immediate', 'stop'], { ...options, stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runTests(url: string): number {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const more = process.argv.slice(2);
  const env = { ...process.env, TEST_DATABASE_URL: url };
  return (
    spawnSync(process.execPath, [vitest, 'run', 'test/server', 'test/postgres', ...more], { stdio: 'inherit', env })
      .status ?? 1
  );
}

try {
  const given = process.env['DATABASE_URL'];
  const cluster = given ? { url: given, stop: () => undefined } : await startCluster();
  try {
    process.exitCode = runTests(cluster.url);
  } finally {
    cluster.stop();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from './helpers/free-port.ts';

export interface Account {
  uid?: number;
  gid?: number;
}

const isRoot = process.getuid?.() === 0;

export function runOrThrow(command: string, args: string[], options: SpawnSyncOptions = {}): string {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
  if (result.status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed\n${String(result.stdout ?? '')}`);
  return String(result.stdout ?? '').trim();
}

/** Returns the folder of initdb and pg_ctl of the newest installed version of PostgreSQL. */
export function findBinaries(): string | undefined {
  const found = globSync(['/usr/lib/postgresql/*/bin/initdb', '/usr/local/bin/initdb', '/opt/homebrew/bin/initdb']);
  const newest = found.sort().at(-1);
  // Resolve the link, because the folder of a linked initdb does not contain the other programs.
  return newest && dirname(realpathSync(newest));
}

function ensureBinaries(): string {
  const found = findBinaries();
  if (found) return found;
  if (!isRoot) throw new Error('No PostgreSQL found: install it, or set DATABASE_URL');
  process.stdout.write('installing postgresql (apt-get)\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runOrThrow('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql'], { env });
  const installed = findBinaries();
  if (!installed) throw new Error('apt-get installed no PostgreSQL server: set DATABASE_URL');
  return installed;
}

/**
 * Returns the account that runs PostgreSQL, which refuses to run as root; Debian's package provides the user postgres.
 */
export function postgresAccount(): Account {
  if (!isRoot) return {};
  return { uid: Number(runOrThrow('id', ['-u', 'postgres'])), gid: Number(runOrThrow('id', ['-g', 'postgres'])) };
}

/** A running PostgreSQL server. */
export interface Cluster {
  /** Connection URL of a database whose contents the tests may delete. */
  url: string;
  /** Connection URL of a streaming replica; absent if the server is given by DATABASE_URL. */
  replica_url?: string;
  stop: () => void;
}

/** Returns the PostgreSQL of DATABASE_URL or, if it is unset, starts one in a temporary folder that `stop` deletes. */
export async function openCluster(): Promise<Cluster> {
  const configuredUrl = process.env['DATABASE_URL'];
  return configuredUrl ? { url: configuredUrl, stop: () => undefined } : startCluster();
}

async function startCluster(): Promise<Cluster> {
  const binaries = ensureBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'haversack-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(18).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const as = postgresAccount();
  for (const path of [folder, passwordFile]) {
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  }
  const options = { ...as, cwd: folder };
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  runOrThrow(
    join(binaries, 'initdb'),
    ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...access],
    options,
  );
  // Turns off durability, which a temporary cluster does not need.
  const settings = `-c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off -c max_connections=200`;
  const start = async (path: string): Promise<number> => {
    const port = await findFreePort();
    const args = ['-D', path, '-w', '-l', `${path}.log`, '-o', `-p ${port} ${settings}`, 'start'];
    runOrThrow(join(binaries, 'pg_ctl'), args, { ...options, stdio: 'ignore' });
    return port;
  };
  const stop = (path: string) =>
    runOrThrow(join(binaries, 'pg_ctl'), ['-D', path, '-m', 'immediate', 'stop'], { ...options, stdio: 'ignore' });
  const port = await start(data);
  const standby = join(folder, 'standby');
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  runOrThrow(
    join(binaries, 'pg_basebackup'),
    ['-D', standby, '-R', '-X', 'stream', '-c', 'fast', '-d', source],
    options,
  );
  const standbyPort = await start(standby);
  const urlOf = (at: number) => `postgres://postgres:${password}@127.0.0.1:${at}/postgres`;
  return {
    url: urlOf(port),
    replica_url: urlOf(standbyPort),
    stop: () => {
      stop(standby);
      stop(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

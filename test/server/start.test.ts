import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../server/environment.ts';
import { findFreePort } from '../helpers/free-port.ts';

const root = join(import.meta.dirname, '../..');

interface ProcessResult {
  code: number | null;
  out: string;
  err: string;
}

interface StartedProcess {
  child: ChildProcess;
  text(): string;
  /** Settles when the process prints the line, or when it ends. */
  printed(text: string): Promise<void>;
  ended: Promise<ProcessResult>;
}

const open = new Set<ChildProcess>();

function start(args: string[], env: Record<string, string>): StartedProcess {
  const cleanEnv = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  // These processes run for only a few seconds, so they share a compile cache, and the WebAssembly of the database is
  // not optimised.
  const child = spawn(process.execPath, ['--liftoff-only', 'server/main.ts', ...args], {
    cwd: root,
    env: { ...cleanEnv, NODE_COMPILE_CACHE: compileCacheFolder, ...env },
  });
  open.add(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = new Promise<ProcessResult>((resolve) => {
    child.on('close', (code) => {
      open.delete(child);
      resolve({ code, out, err });
    });
  });
  return {
    child,
    ended,
    text: () => out,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const checkOutput = () => out.includes(text) && resolve();
        child.stdout.on('data', checkOutput);
        checkOutput();
        void ended.then((result) => reject(new Error(`ended early with ${result.code}: ${result.err}${result.out}`)));
      }),
  };
}

const run = (args: string[], env: Record<string, string>) => start(args, env).ended;

/** Expects one line on stderr and exit code 1, as for any error that an operator can fix. */
function expectLine({ code, err }: ProcessResult, line: RegExp): void {
  expect(err.trimEnd()).toMatch(line);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

/** Returns the files and folders that other users of the machine can read or write. */
async function pathsOpenToOthers(dir: string): Promise<string[]> {
  const below = await readdir(dir, { recursive: true });
  const paths = [dir, ...below.map((name) => join(dir, name))];
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode));
  return paths.filter((_, index) => (modes[index]! & 0o077) !== 0);
}

let folder: string;
let compileCacheFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haversack-start-'));
  compileCacheFolder = await mkdtemp(join(tmpdir(), 'haversack-compiled-'));
});
afterAll(async () => {
  for (const child of open) child.kill('SIGKILL');
  for (const made of [folder, compileCacheFolder]) await rm(made, { recursive: true, force: true });
});

/** Returns the status of a request to a port of this machine under any host name. */
function statusOf(port: string, host: string, path = '/'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('server start', () => {
  it('names the invalid environment variable in one line, without its value', async () => {
    const result = await run([], { DATA_DIR: join(folder, 'unused'), DATABASE_URL: 'mysql://user:secret@x/y' });
    expectLine(result, /^DATABASE_URL must be a postgres:\/\/ address\.$/);
    expect(result.err).not.toContain('secret');
    expect(await readdir(folder)).toEqual([]);
  });

  it('serves several organisations of a file by host name, on two ports, and stops', async () => {
    const file = join(folder, 'organisations.json');
    const organisations = ['north', 'south'].map((scope) => ({
      ...{ SCOPE: scope, PUBLIC_URL: `https://${scope}.example`, LANDING_URL: `https://pages.${scope}.example` },
    }));
    await writeFile(file, JSON.stringify(organisations));
    const data = join(folder, 'organisations');
    const ports = { PORT: '0', LANDING_PORT: String(await findFreePort()) };
    const server = start([], { ...ports, ORGANISATIONS: file, DATA_DIR: data, LOG_LEVEL: 'info' });
    await server.printed('Haversack is running');
    const [, port = ''] = /running at http:\/\/localhost:(\d+)/.exec(server.text()) ?? [];
    const statuses = await Promise.all([
      ...['north.example', 'south.example', 'west.example'].map((host) => statusOf(port, host, '/api/accounts/me/')),
      ...['pages.north.example', 'north.example'].map((host) => statusOf(ports.LANDING_PORT, host)),
    ]);
    expect(statuses).toEqual([401, 401, 421, 200, 421]);
    expect(await statusOf(port, 'proxy', '/readyz')).toBe(200);
    expect(await readdir(join(data, 'organisations'))).toEqual(['north', 'south']);
    server.child.kill('SIGTERM');
    const ended = await server.ended;
    expect(ended).toMatchObject({ code: 0, err: '' });
    const requests = ended.out.matchAll(/^\{.*"path":"\/api\/accounts\/me\/".*$/gm);
    const named = [...requests].map(([line]) => (JSON.parse(line) as { organisation?: string }).organisation);
    expect(new Set(named)).toEqual(new Set(['north', 'south']));
  });

  it('rejects each invalid environment variable and names the valid values, and reads valid variables', () => {
    const faults: [Record<string, string>, RegExp][] = [
      [{ PORT: 'eighty' }, /^PORT must be a number\.$/],
      [{ PORT: '70000' }, /^PORT must be 0 to 65535\.$/],
      [{ PORT: '80.5' }, /^PORT must be a whole number\.$/],
      [{ PHOTO_WORKERS: '0' }, /^PHOTO_WORKERS must be 1 to 16\.$/],
      [{ PHOTO_WORKERS: '17' }, /^PHOTO_WORKERS must be 1 to 16\.$/],
      [{ PHOTO_QUEUE: '-1' }, /^PHOTO_QUEUE must be 0 to 1000\.$/],
      [{ REPLICA_URL: 'postgres://replica/db' }, /^REPLICA_URL requires DATABASE_URL\.$/],
      [{ TRUSTED_PROXIES: '10.0.0.1, proxy' }, /^TRUSTED_PROXIES must be addresses or networks /],
      [{ METRICS_PORT: '65536' }, /^METRICS_PORT must be 0 to 65535\.$/],
      [{ DRAIN_SECONDS: '6' }, /^DRAIN_SECONDS must be 0 to 5\.$/],
      [{ MAX_STREAMS: '100001' }, /^MAX_STREAMS must be 0 to 100000\.$/],
      [{ MAX_CONNECTIONS: '0' }, /^MAX_CONNECTIONS must be 1 to 100000\.$/],
      [{ MAX_CONNECTIONS: '100001' }, /^MAX_CONNECTIONS must be 1 to 100000\.$/],
      [{ PHOTO_QUEUE: '1001' }, /^PHOTO_QUEUE must be 0 to 1000\.$/],
      [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS must be origins such as/],
      [{ CORS_ORIGINS: 'null' }, /^CORS_ORIGINS must be origins such as/],
      [{ CORS_ORIGINS: 'https://a.example/' }, /^CORS_ORIGINS must be origins such as/],
      [{ CORS_ORIGINS: 'https://a.example,ftp://b.example' }, /^CORS_ORIGINS must be origins such as/],
      [{ PUBLIC_URL: 'haversack' }, /^PUBLIC_URL must be an http/],
      [{ DATABASE_URL: 'postgres://x/y' }, /^SECRET_KEY is required with DATABASE_URL/],
      [{ SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32 characters\.$/],
      [{ DEMO: '1', HOST: '0.0.0.0' }, /^DEMO creates accounts with known passwords/],
      [{ DEMO: '1', PUBLIC_URL: 'https://haversack.example' }, /^DEMO creates accounts with known passwords/],
      [{ DEMO: 'maybe' }, /^DEMO must be 1 or 0\.$/],
      [{ SYNC_CALLS: 'some' }, /^SYNC_CALLS must be on or off\.$/],
      [{ RESET_LINKS: 'some' }, /^RESET_LINKS must be copy or mail\.$/],
      [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
      [{ SCOPE: 'a b' }, /^SCOPE must be/],
      [{ VAPID_PRIVATE_KEY: 'short' }, /^VAPID_PRIVATE_KEY must be a P-256 private key/],
      ...['localhost', '127.0.0.1', 'https://push.example.org', 'push.example.org:8443', '*'].map(
        (PUSH_HOSTS): [Record<string, string>, RegExp] => [{ PUSH_HOSTS }, /^PUSH_HOSTS must be host names such as/],
      ),
    ];
    for (const [env, line] of faults) expect(() => readEnvironment(env)).toThrow(line);
    expect(readEnvironment({ PORT: '', PUBLIC_URL: 'https://haversack.example' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      demo: false,
      sync_calls: true,
      scope: 'main',
      public_url: 'https://haversack.example',
      photos: { workers: 1, queue: 40 },
      streams: 5000,
      connections: 10_000,
      cors_origins: [],
    });
    expect(readEnvironment({}).push_hosts).toContain('*.notify.windows.com');
    expect(readEnvironment({ PUSH_HOSTS: 'push.example.org, *.b.example' }).push_hosts).toEqual([
      'push.example.org',
      '*.b.example',
    ]);
    const origins = readEnvironment({ CORS_ORIGINS: 'https://a.example, http://localhost:5000,' }).cors_origins;
    expect(origins).toEqual(['https://a.example', 'http://localhost:5000']);
    const { trusted_proxies } = readEnvironment({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' });
    expect(trusted_proxies).toEqual(['10.0.0.0/8', 'fd00::1']);
    const photos = { PHOTO_WORKERS: '2', PHOTO_QUEUE: '0' };
    expect(readEnvironment(photos)).toMatchObject({ photos: { workers: 2, queue: 0 } });
    for (const PUBLIC_URL of [
      undefined,
      'http://localhost:8080',
      'http://127.0.0.1:9',
      'http://[::1]:8080',
      'https://LOCALHOST',
    ])
      expect([PUBLIC_URL, readEnvironment({ PUBLIC_URL }).demo]).toEqual([PUBLIC_URL, true]);
    for (const PUBLIC_URL of ['http://192.168.0.7:8080', 'http://127.evil.example', 'http://localhost.evil.example'])
      expect([PUBLIC_URL, readEnvironment({ PUBLIC_URL }).demo]).toEqual([PUBLIC_URL, false]);
    expect(readEnvironment({ HOST: '0.0.0.0' })).toMatchObject({ demo: false, is_loopback: false });
  });

  it('reports a data folder that is not writable', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    expectLine(await run([], { DATA_DIR: join(file, 'data') }), /^DATA_DIR .* is not writable \(ENOTDIR\)\.$/);
  });

  it('rejects an unknown server command', async () => {
    expectLine(await run(['fly'], { DATA_DIR: folder }), /^Unknown command fly\. Commands: migrate, backup, admin/);
    expectLine(await run(['admin'], { DATA_DIR: folder }), /^Usage: npm run admin/);
  });
});

/** A generous limit, because the last test starts six processes, one after another, that open a database. */
const START_LIMIT_MS = 600_000;

// The tests run concurrently, because the first one mostly waits.
describe.concurrent('the running server', () => {
  it('reports an unreachable database after one attempt', async () => {
    const env = { SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(folder, 'unused') };
    const refused = await run([], { ...env, DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' });
    expectLine(refused, /^Cannot use DATABASE_URL: 127\.0\.0\.1:1 reports: .*ECONNREFUSED/);
    expect(refused.err).not.toContain('secret');
    let attempts = 0;
    const silent = createServer(() => void (attempts += 1)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.on('listening', resolve));
    const { port } = silent.address() as { port: number };
    const waited = await run([], { ...env, DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/none` });
    silent.close();
    expectLine(waited, /^Cannot use DATABASE_URL: .*timeout/);
    expect(attempts).toBe(1);
  });

  it(
    'a running server protects its files, locks its folder and port, creates a backup, stops on a signal and restarts',
    async ({ expect }) => {
      const data = join(folder, 'data');
      const env = { DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'warn', PORT: '0' };
      // Set the permissions that an earlier version of the server set.
      await mkdir(data);
      await chmod(data, 0o755);
      const made = await run(['admin', '--email', 'Boss@example.org'], env);
      const password = /only once: (\S+)/.exec(made.out)?.[1] ?? '';
      expect(made.code).toBe(0);
      expect(await pathsOpenToOthers(data)).toEqual([]);

      const server = start([], env);
      await server.printed('Haversack is running at');

      const second = await run([], env);
      expectLine(second, new RegExp(`^The data folder is in use by process ${server.child.pid} `));
      expect(server.child.exitCode).toBeNull();

      const backup = await run(['backup'], env);
      expect([backup.code, backup.out]).toEqual([0, expect.stringContaining('is writing a backup to')]);
      await expect.poll(() => readdir(join(data, 'backups')).catch(() => []), { timeout: 60_000 }).toHaveLength(1);

      server.child.kill('SIGTERM');
      const ended = await server.ended;
      expect(ended.code).toBe(0);
      expect(ended.out).toContain('Stopped.');
      expect(await readdir(data)).not.toContain('pgdata.lock');
      expect(await pathsOpenToOthers(data)).toEqual([]);

      const taken = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => taken.on('listening', resolve));
      const { port } = taken.address() as { port: number };
      expectLine(await run([], { ...env, PORT: String(port) }), new RegExp(`^Port ${port} is already in use\\.`));
      taken.close();

      const again = start([], env);
      await again.printed('Haversack is running at');
      const address = /running at (http:\S+)/.exec(again.text())?.[1];
      const login = await fetch(`${address}/api/accounts/login/`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'boss@example.org', password }),
      });
      expect(login.status).toBe(200);
      again.child.kill('SIGINT');
      expect((await again.ended).code).toBe(0);
    },
    START_LIMIT_MS,
  );
});

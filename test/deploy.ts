import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './helpers/free-port.ts';

// `npm run test:deploy`: assembles the folder from which the Dockerfile builds the image, checks its size, and starts
// the server in it: without write access to the folder and, if this process is root, as an unprivileged user.

const root = join(import.meta.dirname, '..');
const MAX_MB = 120;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
/** User and group id of `nobody`. */
const NOBODY = 65_534;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function runScript(script: string, ...args: string[]): void {
  const { status } = spawnSync('npm', ['run', '-s', script, '--', ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm run ${script} failed`);
}

/** Calls `visit` for everything in a folder, and then for the folder itself. */
function walk(path: string, visit: (path: string, bytes: number) => void): void {
  const stats = lstatSync(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) walk(join(path, name), visit);
  visit(path, stats.isFile() ? stats.size : 0);
}

function checkSize(folder: string): void {
  let bytes = 0;
  walk(folder, (_, size) => {
    bytes += size;
  });
  const mb = bytes / 1_000_000;
  print(`size: ${mb.toFixed(1)} MB of ${MAX_MB}`);
  if (mb > MAX_MB) throw new Error('The folder is too large');
}

function makeReadOnly(folder: string): void {
  walk(folder, (path) => {
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
  });
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

async function until(isDone: () => Promise<boolean>, ms: number, failure: string): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(failure);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts the server, checks that it is ready and serves the page and the metrics, and stops it. */
async function checkServer(app: string, data: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [port, metrics] = [await findFreePort(), await findFreePort()];
  const server: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: app,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { NODE_ENV: 'production', DEMO: '0', DATA_DIR: data, PORT: String(port), METRICS_PORT: String(metrics) },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
  const started = Date.now();
  const isReady = async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200;
  try {
    await until(isReady, START_WITHIN_MS, 'The server was not ready in time');
    print(`ready after ${((Date.now() - started) / 1000).toFixed(1)} s${isRoot ? ', as an unprivileged user' : ''}`);
    for (const url of [`http://127.0.0.1:${port}/`, `http://127.0.0.1:${metrics}/metrics`])
      if ((await statusOf(url)) !== 200) throw new Error(`${url} does not respond with 200`);
    const stopped = Date.now();
    server.kill('SIGTERM');
    const timeLimit = setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS);
    if ((await ended) !== 0) throw new Error('The server did not stop in time');
    clearTimeout(timeLimit);
    print(`stopped after ${((Date.now() - stopped) / 1000).toFixed(1)} s`);
  } finally {
    server.kill('SIGKILL');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'haversack-deploy-'));
try {
  if (!existsSync(join(root, 'dist/server/main.js'))) runScript('build');
  const [app, data] = [join(folder, 'app'), join(folder, 'data')];
  runScript('assemble', app);
  checkSize(app);
  makeReadOnly(app);
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) chownSync(data, NOBODY, NOBODY);
  await checkServer(app, data);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, quickMarker, root, SERVER_BUILT, sourcesHash, stampFile } from '../../build/sources.ts';

// `npm start`: builds the product if the build is missing or out of date, then runs the server in this process.

const serverFile = join(dist, 'server/main.js');

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function isFresh(): Promise<boolean> {
  if (!(await exists(serverFile)) || !(await exists(join(dist, 'web/index.html')))) return false;
  const stamp = await readFile(stampFile, 'utf8').catch(() => null);
  return stamp === (await sourcesHash());
}

/**
 * Builds in a child process, so that its memory is freed afterwards. Resolves when the server is built, and provides
 * `pageBuild`, which resolves when the page is built too. Rejects if the build fails.
 */
function build(): Promise<void> {
  const script = join(root, 'build/build.ts');
  const child = spawn(process.execPath, [script, '--quick'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  globalThis.pageBuild = new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error('the build failed'))));
  });
  const { pageBuild } = globalThis;
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message === SERVER_BUILT) resolve();
    });
    pageBuild.then(resolve, reject);
  });
}

/**
 * If the build compressed the page only lightly to save time, starts a process of low priority that compresses it
 * fully.
 */
async function recompress(): Promise<void> {
  if (!(await exists(quickMarker))) return;
  spawn(process.execPath, [join(root, 'build/recompress.ts')], { stdio: 'ignore' }).unref();
}

process.chdir(root);
process.env['NODE_ENV'] ??= 'production';
const isBuilt =
  (await isFresh()) ||
  (await build().then(
    () => true,
    // The errors have already been printed by the build.
    () => false,
  ));
if (isBuilt) {
  await import(pathToFileURL(serverFile).href);
  await recompress();
} else process.exitCode = 1;

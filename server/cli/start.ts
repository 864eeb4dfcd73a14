import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, root, sourcesHash, stampFile } from '../../build/sources.ts';

// `npm start`: builds the product if the build is missing or out of date, then runs the server in this process.

const main = join(dist, 'server/main.js');

async function isFresh(): Promise<boolean> {
  try {
    await access(main);
    await access(join(dist, 'web/index.html'));
    return (await readFile(stampFile, 'utf8')) === (await sourcesHash());
  } catch {
    return false;
  }
}

/** Runs the build in a child process, so that its memory is freed before the server starts. */
function build(): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'build/build.ts')], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

process.chdir(root);
process.env['NODE_ENV'] ??= 'production';
const code = (await isFresh()) ? 0 : await build();
if (code === 0) await import(pathToFileURL(main).href);
else process.exitCode = code;

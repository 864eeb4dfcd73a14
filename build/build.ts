import { access, cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from './precompress.ts';
import { dist, quickMarker, root, SERVER_BUILT, sourcesHash, stampFile } from './sources.ts';

const web = join(dist, 'web');
const nextWeb = join(dist, 'web.next');
const lastWeb = join(dist, 'web.last');
const buildsFile = join(dist, 'web-assets.json');

const started = performance.now();
function logStep(line: string): void {
  process.stdout.write(`build ${((performance.now() - started) / 1000).toFixed(1)} s  ${line}\n`);
}

async function buildServer(): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'server/main.ts',
      outDir: join(dist, 'server'),
      emptyOutDir: true,
      target: 'node22',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: 'main.js', format: 'es' } },
    },
  });
}

/** Builds the script of the landing pages, which also supports browsers that are too old for the app. */
async function buildVisitorScript(): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: join(dist, 'landing'),
      emptyOutDir: true,
      target: ['chrome87', 'firefox84', 'safari14'],
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'server/landing/visitor/visitor.ts'),
        output: { entryFileNames: 'visitor-[hash].js', format: 'iife' },
      },
    },
  });
}

async function readBuilds(): Promise<string[][]> {
  try {
    return JSON.parse(await readFile(buildsFile, 'utf8')) as string[][];
  } catch {
    return [];
  }
}

/**
 * Keeps the assets of the two previous builds, because tabs that were opened before an update still request their
 * chunks.
 */
async function keepPreviousAssets(): Promise<void> {
  const current = await readdir(join(nextWeb, 'assets'));
  const previous = (await readBuilds()).filter((files) => files.join() !== current.join()).slice(0, 2);
  const old = new Set(previous.flat().filter((file) => !current.includes(file)));
  for (const file of old) {
    // If dist/web was deleted by hand, the asset is missing and cannot be kept.
    await cp(join(web, 'assets', file), join(nextWeb, 'assets', file)).catch(() => undefined);
  }
  await writeFile(buildsFile, JSON.stringify([current, ...previous]));
}

/** Returns the assets of the previous build if their compressed files may be used again; null otherwise. */
async function earlierAssets(): Promise<string | null> {
  const isQuick = await access(quickMarker).then(
    () => true,
    () => false,
  );
  return isQuick ? null : join(web, 'assets');
}

/**
 * Builds into a folder next to the old output and then swaps the two folders, so that a failed build leaves the old
 * output usable.
 */
async function buildWeb(): Promise<void> {
  await rm(nextWeb, { recursive: true, force: true });
  await build({ root, logLevel: 'warn', build: { outDir: nextWeb, emptyOutDir: true } });
  logStep('page, workers and service worker built');
  await precompress(nextWeb, await earlierAssets(), effort);
  logStep('files compressed');
  await keepPreviousAssets();
  await rm(lastWeb, { recursive: true, force: true });
  await rename(web, lastWeb).catch(() => undefined);
  if (effort === 'quick') await writeFile(quickMarker, '');
  else await rm(quickMarker, { force: true });
  await rename(nextWeb, web);
  await rm(lastWeb, { recursive: true, force: true });
}

// `npm start` passes `--quick`, because the user waits for the server, and runs recompress.ts when the server has
// started.
const effort = process.argv.includes('--quick') ? 'quick' : 'best';

process.chdir(root);
process.env['NODE_ENV'] ??= 'production';
// The hash of the sources is computed before the build. If a source changes during the build, the stored hash does not
// match it, and the next start builds again.
const stamp = await sourcesHash();
await mkdir(dist, { recursive: true });
await rm(stampFile, { force: true });
logStep('building the product (needed once after each change to its sources)');
await buildServer();
await buildVisitorScript();
logStep('server built');
process.send?.(SERVER_BUILT);
await buildWeb();
await writeFile(stampFile, stamp);
logStep('done');

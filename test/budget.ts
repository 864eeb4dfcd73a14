import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transitiveClosure } from '../build/transitive-closure.ts';

// `npm run budget`: measures what a device must download from the built product before it shows rows.

const kB = 1000;
const budgets = { page: 165 * kB, worker: 60 * kB, visitor: 4 * kB };

/** The screens that may be shown first after the login: a learner's and an employee's. */
const firstScreens = ['dashboard-screen', 'today-screen'];

const web = join(import.meta.dirname, '../dist/web');
// The folder also contains assets of earlier builds. The service worker lists only the current ones.
const precached = readFileSync(join(web, 'sw.js'), 'utf8');
const assets = readdirSync(join(web, 'assets')).filter((file) => file.endsWith('.js') && precached.includes(file));

function findAsset(name: string): string {
  const found = assets.filter((file) => file.startsWith(`${name}-`));
  if (found.length !== 1) throw new Error(`${found.length} chunks are called ${name}`);
  return found[0] ?? '';
}

const sources = new Map(assets.map((file) => [file, readFileSync(join(web, 'assets', file), 'utf8')]));

/** Returns the static imports of a chunk. */
function importsOf(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  return [...found].map(([, name = '']) => name);
}

const weight = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(sources.get(file) ?? '', { level: 9 }).length, 0);

const page = readFileSync(join(web, 'index.html'), 'utf8');
const inline = [...page.matchAll(/<script>([^]*?)<\/script>/g)].reduce(
  (sum, [, script = '']) => sum + gzipSync(script, { level: 9 }).length,
  0,
);

const entries = [...page.matchAll(/\/assets\/([\w.-]+\.js)/g)];
const entry = entries.map((found) => found[1] ?? '');

const lines: { what: string; bytes: number; limit: number }[] = firstScreens.map((screen) => ({
  what: `page up to ${screen}`,
  bytes: inline + weight(transitiveClosure([...entry, findAsset('en-first'), findAsset(screen)], importsOf)),
  limit: budgets.page,
}));
lines.push({
  what: 'sync worker',
  bytes: weight(transitiveClosure([findAsset('sync.worker')], importsOf)),
  limit: budgets.worker,
});

const landing = join(import.meta.dirname, '../dist/landing');
const visitorScripts = readdirSync(landing).map((file) => gzipSync(readFileSync(join(landing, file)), { level: 9 }));
lines.push({
  what: 'script of landing pages',
  bytes: visitorScripts.reduce((sum, { length }) => sum + length, 0),
  limit: budgets.visitor,
});

for (const { what, bytes, limit } of lines) {
  const verdict = bytes <= limit ? 'ok' : 'TOO MUCH';
  process.stdout.write(`${what}: ${(bytes / kB).toFixed(1)} of ${limit / kB} kB gzip  ${verdict}\n`);
}
process.exitCode = lines.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1;

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { Dexie as DexieClass } from 'dexie';
import { evaluateWithDatabases } from '../e2e/helpers/disk.ts';
import { percentile, type Figures } from './figures.ts';

/**
 * Texts that are typed one key at a time: names in two scripts, a phone number, an email address, and a name without
 * matches.
 */
const typed = [
  'petrova 777',
  'иванова',
  'weiss 4',
  'müller 123',
  '4915100',
  'boris499',
  'zoe b',
  'елкина 2',
  'a',
  'qqq',
];
const ROWS = 30;
/** The plain filter is measured only at every fourth key, because it reads every contact for each key and is slow. */
const FILTER_EVERY = 4;

/** The texts that are in the search field one after the other. */
const typedKeys = typed.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1)));

interface Searches {
  /** Texts for the search in contacts. */
  keys: string[];
  /** Texts for the search in everything. */
  allKeys?: string[];
  /** Texts for the plain filter. */
  filterKeys?: string[];
}

interface Timing {
  worker: number[];
  all: number[];
  filter: number[];
  first_ms: number;
}

interface WorkerMessage {
  /** A message of Comlink has an id, which the response repeats. */
  id: string;
  value?: { ids: string[] };
}

/**
 * Measures the search worker and the plain filter. Runs in a page without the app, in which only the app's search
 * worker and Dexie are loaded.
 */
async function measure(options: Required<Searches> & { worker: string; rows: number }): Promise<Timing> {
  const { Dexie } = globalThis as unknown as { Dexie: typeof DexieClass };
  const found = (await allDatabases()).find(({ name }) => /^haversack-(?!device)/.test(name));
  if (!found) throw new Error('the app has no database');
  const { name, factory: indexedDB } = found;
  const db = await new Dexie(name, { indexedDB, IDBKeyRange }).open();
  const worker = new Worker(options.worker, { type: 'module' });
  const call = (path: string, argument: unknown): Promise<WorkerMessage['value']> =>
    new Promise((resolve) => {
      const id = crypto.randomUUID();
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.id === id) resolve(data.value);
      });
      worker.postMessage({ id, type: 'APPLY', path: [path], argumentList: [{ type: 'RAW', value: argument }] });
    });
  const anyContact = { category: null, status: null, owner: 'all', sort: 'name', offset: 0, limit: options.rows };
  const startedAt = performance.now();
  await call('start', name.replace('haversack-', ''));
  for (;;) {
    const found = (await call('find', { ...anyContact, text: '' })) as { is_complete?: boolean } | undefined;
    if (found?.is_complete) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const times: Timing = { worker: [], all: [], filter: [], first_ms: performance.now() - startedAt };
  for (const text of options.keys) {
    const at = performance.now();
    const found = await call('find', { ...anyContact, text });
    await db.table('contacts').bulkGet(found?.ids ?? []);
    times.worker.push(performance.now() - at);
  }
  const kinds = ['people', 'leads', 'tasks', 'tickets', 'lessons', 'books', 'notes', 'contact_notes'];
  const limits = Object.fromEntries(kinds.map((kind) => [kind, options.rows]));
  while (options.allKeys.length > 0) {
    const found = (await call('findText', { text: '', limits })) as { is_complete?: boolean } | undefined;
    if (found?.is_complete) break;
  }
  for (const text of options.allKeys) {
    const at = performance.now();
    const [found] = await Promise.all([call('find', { ...anyContact, text }), call('findText', { text, limits })]);
    await db.table('contacts').bulkGet(found?.ids ?? []);
    times.all.push(performance.now() - at);
  }
  for (const text of options.filterKeys) {
    const at = performance.now();
    const matches = (row: { first_name: string; last_name: string; phones: { number: string }[]; emails: string[] }) =>
      [row.first_name, row.last_name, ...row.phones.map(({ number }) => number), ...row.emails]
        .join(' ')
        .toLowerCase()
        .includes(text);
    await db.table('contacts').filter(matches).limit(options.rows).toArray();
    times.filter.push(performance.now() - at);
  }
  worker.terminate();
  db.close();
  return times;
}

/** Measures searches in the contacts of the database that the page's origin has, in a page without the app. */
export async function searchTimes(context: BrowserContext, page: Page, searches: Searches): Promise<Timing> {
  const web = new URL('../../dist/web/', import.meta.url);
  // The folder also contains assets of earlier builds. The service worker lists only the current ones.
  const current = readFileSync(new URL('sw.js', web), 'utf8');
  const assets = readdirSync(new URL('assets/', web)).filter((file) => current.includes(file));
  const worker = assets.find((file) => /^search\.worker-.*\.js$/.test(file));
  if (!worker) throw new Error('the build has no search worker');
  const dexie = createRequire(import.meta.url).resolve('dexie/dist/dexie.min.js');
  await context.addInitScript(readFileSync(dexie, 'utf8'));
  await page.goto('/manifest.webmanifest');
  const options = { allKeys: [], filterKeys: [], ...searches, worker: `/assets/${worker}`, rows: ROWS };
  return evaluateWithDatabases(page, measure, options);
}

/**
 * Measures the time from a key press until the results are available, both for the search worker and for a plain
 * filter, with the same contacts in the same browser.
 */
export async function measureSearch(context: BrowserContext, page: Page): Promise<Figures> {
  const filterKeys = typedKeys.filter((_, at) => at % FILTER_EVERY === 0);
  const searches = { keys: typedKeys, allKeys: typedKeys, filterKeys };
  const { worker: searchWorker, all, filter, first_ms } = await searchTimes(context, page, searches);
  return {
    'search: all contacts read and ready, ms': first_ms,
    'search: key to rows, median, ms': percentile(searchWorker, 0.5),
    'search: key to rows, p95, ms': percentile(searchWorker, 0.95),
    'search in everything: key to rows, median, ms': percentile(all, 0.5),
    'search in everything: key to rows, p95, ms': percentile(all, 0.95),
    'plain Dexie filter, median, ms': percentile(filter, 0.5),
    'plain Dexie filter, p95, ms': percentile(filter, 0.95),
    'search p95, percentile of the plain filter': percentile(searchWorker, 0.95) / percentile(filter, 0.95),
  };
}

import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import type { Contact } from '../../contract/entities/contact.ts';
import { ensureChromium } from '../chromium.ts';
import { withAddressBook } from './demo-server.ts';
import type { Figures } from './figures.ts';
import { fetchContacts, logIn } from './mirror.ts';
import { buildPeers } from './peers/build.ts';
import { drawChart } from './peers/chart.ts';
import { FIRST_ROWS } from './peers/contender.ts';
import { measureHaversack } from './peers/haversack.ts';
import { APP, chartOf, figuresOf, FLOOR, type Results } from './peers/results.ts';
import { servePages } from './peers/serve.ts';
import { searchedTexts, STARTS, tasks, type Times } from './peers/times.ts';
import { withPhone } from './phone.ts';
import { CONTACTS } from './seed.ts';

const ROWS = Number(process.env['ROWS'] ?? CONTACTS);
const FULL_ROUNDS = 5;
const ROUNDS = Number(process.env['ROUNDS'] ?? FULL_ROUNDS);
const CHANGED = 1_000;
/** A database that needs longer for a round is not measured in further rounds, so that a run takes minutes, not hours. */
const SLOW_MS = 60_000;

/** The databases with their pages. */
const peers = { [FLOOR]: 'raw', Dexie: 'dexie', RxDB: 'rxdb', PouchDB: 'pouchdb', 'TanStack DB': 'tanstack' };

const byName = (a: Contact, b: Contact): number => (a.last_name < b.last_name ? -1 : 1);

/** What every database must return after the changes. */
interface Expected {
  /** Texts of the links to the first contacts. */
  first: string[];
  /** Ids of the contacts that each search finds. */
  found: string[][];
}

function expectedOf(rows: readonly Contact[]): Expected {
  const sorted = rows.toSorted(byName);
  const matches = (text: string) => sorted.filter(({ last_name }) => last_name.toLowerCase().includes(text));
  return {
    first: sorted.slice(0, FIRST_ROWS).map((row) => `${row.last_name} ${row.first_name}: ${row.notes}`),
    found: searchedTexts.map((text) =>
      matches(text)
        .slice(0, FIRST_ROWS)
        .map(({ id }) => id),
    ),
  };
}

function checkEqual(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a.slice(0, 300)} instead of ${b.slice(0, 300)}`);
}

async function openPeer(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  // An error after the page was opened rejects the call that caused it.
  failed.catch(() => {});
  await page.goto(path);
  await Promise.race([failed, page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: 0 })]);
}

/** Measures one database in a new profile of the browser. */
const measurePeer = (url: string, peer: string, expected: Expected): Promise<Times> =>
  withPhone(url, async (_context, page) => {
    await openPeer(page, `/?peer=${peer}`);
    const mirror = await page.evaluate(() => bench.store());
    const delta = await page.evaluate(() => bench.change());
    let lastStart = 0;
    for (let start = 0; start < STARTS; start += 1) {
      await openPeer(page, `/?peer=${peer}&start`);
      lastStart = await page.evaluate(() => bench.startMs);
      checkEqual(`${peer}: first contacts`, await page.locator('main a').allTextContents(), expected.first);
    }
    const { ms, found } = await page.evaluate((texts) => bench.search(texts), searchedTexts);
    checkEqual(`${peer}: search`, found, expected.found);
    return { mirror, delta, search: ms / searchedTexts.length, start: lastStart };
  });

/** The times of all rounds by database. */
type Rounds = Map<string, Times[]>;

/** Measures all databases and the app in turn. */
const measureRounds = (folder: string): Promise<Rounds> =>
  withAddressBook(async (server) => {
    const token = await logIn(server);
    const { contacts } = await fetchContacts(server, token);
    const sorted = contacts.toSorted(byName);
    const rounds: Rounds = new Map();
    const slow = new Set<string>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const notes = `Called in round ${round}`;
      const changes = sorted.slice(0, CHANGED).map((row) => ({ ...row, rev: row.rev + 1, notes }));
      const ids = changes.map(({ id }) => id);
      const expected = expectedOf([...changes, ...sorted.slice(CHANGED)]);
      const texts = { '/rows.json': JSON.stringify(contacts), '/changes.json': JSON.stringify(changes) };
      const pages = await servePages(folder, texts);
      const record = (name: string, times: Times): void => {
        rounds.set(name, [...(rounds.get(name) ?? []), times]);
        const list = tasks.map((task) => `${task} ${times[task].toFixed(1)} ms`).join(', ');
        process.stdout.write(`round ${round} of ${ROUNDS}, ${name}: ${list}\n`);
      };
      for (const [name, peer] of Object.entries(peers)) {
        if (slow.has(name)) continue;
        const startedAt = performance.now();
        record(name, await measurePeer(pages.url, peer, expected));
        if (performance.now() - startedAt > SLOW_MS) slow.add(name);
      }
      // The server has these pages ready, as it does for every device but the first one after a change.
      await fetchContacts(server, token);
      record(APP, await measureHaversack(server, token, { ids, notes }));
      pages.server.close();
    }
    return rounds;
  }, ROWS);

function describeRounds(rounds: Rounds): string {
  const slow = [...rounds].filter(([, { length }]) => length < ROUNDS).map(([name]) => name);
  const exception = slow.length > 0 ? ` ${slow.join(' and ')}: one round.` : '';
  return `Medians of ${ROUNDS} interleaved rounds, each with a new profile on the disk.${exception}`;
}

/** Describes the machine and its state. `load` are the numbers of processes that wanted a core, before and after. */
function describeMachine(browser: string, load: readonly number[]): string {
  const version = execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [name, number] = version.split(' ');
  const model = cpus()[0]?.model ?? 'unknown';
  return `${cpus().length} cores (${model}), load ${load.map((value) => value.toFixed(1)).join(' to ')}, ${name} ${number}`;
}

/**
 * Compares the app with databases for browsers, and with a plain IndexedDB. Draws the chart of docs/performance.md, or
 * if the run was reduced, one beside the builds.
 */
export async function measurePeers(): Promise<Figures> {
  const browser = ensureChromium();
  const folder = await buildPeers();
  if (folder === null) {
    process.exitCode = 1;
    return {};
  }
  const loadBefore = loadavg()[0]!;
  const rounds = await measureRounds(folder);
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  const results: Results = {
    rows: ROWS,
    changed: Math.min(ROWS, CHANGED),
    rounds,
    conditions: [`${date}: ${describeMachine(browser, [loadBefore, loadavg()[0]!])}.`, describeRounds(rounds)],
  };
  const isReduced = ROWS < CONTACTS || ROUNDS < FULL_ROUNDS;
  const file = join(import.meta.dirname, '../..', isReduced ? 'dist/peers/performance.svg' : 'docs/performance.svg');
  await writeFile(file, drawChart(chartOf(results)));
  process.stdout.write(`drew ${relative(process.cwd(), file)}\n`);
  return figuresOf(results);
}

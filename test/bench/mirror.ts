import type { BrowserContext, Page } from '@playwright/test';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { Contact } from '../../contract/entities/contact.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { latestStores } from '../../src/db/schema/versions.ts';
import { pill, tryLogIn } from '../e2e/helpers/phone.ts';
import type { Server } from '../e2e/helpers/start-server.ts';
import { waitUntil } from '../faults/world.ts';
import { EMAIL, withAddressBook } from './demo-server.ts';
import { median, type Figures } from './figures.ts';
import { withPhone } from './phone.ts';
import { CONTACTS } from './seed.ts';

const ROUNDS = 3;
const MIRROR_TIMEOUT_MS = 300_000;
/** The sync group that contains the contacts. */
const GROUP = 'p1';

/** An index of a store, as IndexedDB creates it. */
interface Index {
  path: string | string[];
  multiEntry: boolean;
}

/** Returns the indexes of a store of the app, without its primary key. */
function indexesOf(store: string): Index[] {
  const [, ...indexes] = (latestStores[store] ?? '').split(', ');
  return indexes.map((index) => {
    const compound = /^\[(.+)\]$/.exec(index)?.[1];
    return { path: compound?.split('+') ?? index.replace(/^[*&]/, ''), multiEntry: index.startsWith('*') };
  });
}

export async function logIn(server: Server): Promise<string> {
  const body = new URLSearchParams({ username: EMAIL, password: DEMO_PASSWORD });
  const reply = await fetch(`${server.url}${callNamed('accounts.login').path}`, { method: 'POST', body });
  return ((await reply.json()) as { token: string }).token;
}

/** Fetches all pages of the group, one after the other. Returns its contacts and the seconds that this took. */
export async function fetchContacts(server: Server, token: string): Promise<{ seconds: number; contacts: Contact[] }> {
  const contacts: Contact[] = [];
  const startedAt = performance.now();
  for (let page: string | null = ''; page !== null;) {
    const query = new URLSearchParams({ group: GROUP, ...(page !== '' && { page }) }).toString();
    const url = `${server.url}${callNamed('sync.snapshot').path}?${query}`;
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`snapshot: ${reply.status} ${await reply.text()}`);
    const { rows, next } = (await reply.json()) as SnapshotReply;
    for (const { c, row } of rows) if (c === 'contacts') contacts.push(row as Contact);
    page = next;
  }
  return { seconds: (performance.now() - startedAt) / 1000, contacts };
}

/** Writes the rows into a new database in one transaction. Returns the seconds that this took. */
async function writeRaw(given: { rows: Contact[]; indexes: Index[] }): Promise<number> {
  const { rows, indexes } = given;
  const opening = indexedDB.open('raw', 1);
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore('rows', { keyPath: 'id' });
    for (const { path, multiEntry } of indexes) store.createIndex(String(path), path, { multiEntry });
  });
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('the database did not open')));
  });
  const startedAt = performance.now();
  const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore('rows');
  for (const row of rows) store.put(row);
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error('the rows were not stored')));
  });
  return (performance.now() - startedAt) / 1000;
}

/** Writes the rows into the plain IndexedDB of a new profile. Returns the seconds that this took. */
const rawSeconds = (url: string, rows: Contact[], indexes: Index[]): Promise<number> =>
  withPhone(url, async (_context, page) => {
    await page.goto('/manifest.webmanifest');
    return page.evaluate(writeRaw, { rows, indexes });
  });

/** Four indexes of one field each, as in the largest stores of the app. */
const fourIndexes: Index[] = ['rev', 'owner_id', 'last_name', 'updated_at'].map((path) => ({
  path,
  multiEntry: false,
}));

type Watched = { longestGap: number };

/** Records the longest time for which the page was busy and ran no timer. */
async function watchGaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    let last = performance.now();
    watched.longestGap = 0;
    setInterval(() => {
      const now = performance.now();
      watched.longestGap = Math.max(watched.longestGap, now - last);
      last = now;
    }, 4);
  });
}

interface MirrorTimes {
  seconds: number;
  first_s: number;
  gap_ms: number;
}

/**
 * Logs in at the URL of the contacts. Returns the times from the login until the first contacts are shown and until the
 * mirror is complete.
 */
export async function mirror(page: Page): Promise<MirrorTimes> {
  await page.goto('/contacts');
  await tryLogIn(page, EMAIL, DEMO_PASSWORD);
  const startedAt = performance.now();
  await page.locator('a[href^="/contacts/0"]').first().waitFor({ timeout: MIRROR_TIMEOUT_MS });
  const first_s = (performance.now() - startedAt) / 1000;
  await page.evaluate(() => Object.assign(globalThis, { longestGap: 0 }));
  const isDone = async () => (await pill(page).textContent())?.includes('Up to date') ?? false;
  await waitUntil(isDone, MIRROR_TIMEOUT_MS, 'the mirror is here');
  const seconds = (performance.now() - startedAt) / 1000;
  const gap_ms = await page.evaluate(() => (globalThis as unknown as Watched).longestGap);
  return { seconds, first_s, gap_ms };
}

/**
 * Compares the first mirror of an address book with a plain IndexedDB that stores the same rows in one transaction, and
 * with a client that only fetches them. All are measured in turn, each round in a new profile.
 */
export const measureMirror = (): Promise<Figures> =>
  withAddressBook(async (server) => {
    const token = await logIn(server);
    const times = { raw: [] as number[], four: [] as number[], fetched: [] as number[] };
    const mirrored: MirrorTimes[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { seconds, contacts } = await fetchContacts(server, token);
      if (contacts.length < CONTACTS) throw new Error(`the server returned ${contacts.length} contacts`);
      times.fetched.push(seconds);
      // Each measurement gets its own profile, because the browser deletes the previous database in the background.
      times.raw.push(await rawSeconds(server.url, contacts, indexesOf('contacts')));
      times.four.push(await rawSeconds(server.url, contacts, fourIndexes));
      await withPhone(server.url, async (context, page) => {
        await watchGaps(context);
        mirrored.push(await mirror(page));
      });
    }
    const seconds = median(mirrored.map(({ seconds }) => seconds));
    return {
      [`first mirror of ${CONTACTS} contacts, s`]: seconds,
      'first contacts on the screen, s': median(mirrored.map(({ first_s }) => first_s)),
      'the same rows in plain IndexedDB with the same indexes, s': median(times.raw),
      'the same rows in plain IndexedDB with four indexes, s': median(times.four),
      'the server hands them out, s': median(times.fetched),
      'first mirror, times plain IndexedDB with the same indexes': seconds / median(times.raw),
      'first mirror, times plain IndexedDB with four indexes': seconds / median(times.four),
      'first mirror, times the hand-out': seconds / median(times.fetched),
      'longest block of the page during the mirror, ms': median(mirrored.map(({ gap_ms }) => gap_ms)),
    };
  });

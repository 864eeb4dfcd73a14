import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { tableRows, waitUntilReadyForOffline } from '../e2e/helpers/phone.ts';
import { PAINTED_MARK } from '../../src/boot/cover.ts';
import { LAST_SCREEN_PREFIX } from '../../src/lib/last-screen.ts';
import { waitUntil } from '../faults/world.ts';
import { EMAIL, withDemoServer } from './demo-server.ts';
import { median, type Figures } from './figures.ts';
import { secondsToMirror, withPhone } from './phone.ts';
import { CONTACTS, seedContacts } from './seed.ts';

const ROUNDS = 9;
const SCREEN = '/contacts';
const STORED_TIMEOUT_MS = 60_000;
const FEW_CONTACTS = 1_000;
/** Factor by which the processor of the page is slowed down. */
const SLOWDOWN = 4;
/** Maximum ratios: the time of the app to that of the plain page, and the time with many contacts to that with few. */
const GOALS = { plain: 1.5, many: 1.1 };

/**
 * A page that reads the first rows from the database of the app, which is in a storage bucket, as directly as possible,
 * and shows them.
 */
const plainPage = `<!doctype html><title>Contacts</title><main></main><script type="module">
  const [name] = await navigator.storageBuckets.keys();
  const { indexedDB } = await navigator.storageBuckets.open(name);
  indexedDB.open(name).onsuccess = ({ target: { result: db } }) => {
    db.transaction('contacts').objectStore('contacts').getAll(null, 30).onsuccess = ({ target: { result: rows } }) => {
      document.querySelector('main').append(
        ...rows.map(({ id, first_name, last_name, city }) => {
          const link = document.createElement('a');
          link.href = '/contacts/' + id;
          link.textContent = first_name + ' ' + last_name + ', ' + city;
          return link;
        }),
      );
    };
  };
</script>`;
const PLAIN_PATH = '/plain-start';

/** Records the time at which each page renders its first rows. */
export async function watchRows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((_, watch) => {
      const main = document.querySelector('main');
      if (!main?.querySelector('a[href^="/contacts/0"]') || main.querySelector('[aria-busy="true"]')) return;
      (globalThis as unknown as { rowsAt?: number }).rowsAt = performance.now();
      watch.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

/** Opens a path in an empty tab. Returns the milliseconds from the navigation until rows are shown. */
export async function timeToRows(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path);
  const handle = await page.waitForFunction(() => (globalThis as unknown as { rowsAt?: number }).rowsAt);
  return (await handle.jsonValue()) ?? 0;
}

/** Returns the milliseconds from the navigation until the stored screen was shown. Throws if it was not shown. */
async function timeToLastScreen(page: Page): Promise<number> {
  const time = await page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime, PAINTED_MARK);
  if (time === undefined) throw new Error('the last screen was not shown');
  return time;
}

/** Waits until the list of contacts is stored for the next start. */
async function waitForLastScreen(page: Page): Promise<void> {
  const isStored = async () =>
    (await tableRows<{ key: string }>(page, 'meta')).some(({ key }) => key === LAST_SCREEN_PREFIX + SCREEN);
  await waitUntil(isStored, STORED_TIMEOUT_MS, 'the screen is stored');
}

interface Starts {
  painted: number[];
  app: number[];
  plain: number[];
}

/** Starts the app and the plain page in turn, offline and with everything in the caches of the browser. */
async function measureStarts(context: BrowserContext, page: Page, email: string): Promise<Starts> {
  await secondsToMirror(page, email, SCREEN);
  await waitUntilReadyForOffline(page);
  await waitForLastScreen(page);
  await watchRows(context);
  await page.route(`**${PLAIN_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body: plainPage }));
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Network.enable');
  await context.setOffline(true);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times: Starts = { painted: [], app: [], plain: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    times.plain.push(await timeToRows(page, PLAIN_PATH));
    await session.send('Network.setBypassServiceWorker', { bypass: false });
    times.app.push(await timeToRows(page, SCREEN));
    times.painted.push(await timeToLastScreen(page));
  }
  return times;
}

function checkGoal(name: string, value: number, goal: number): void {
  process.stdout.write(`${value <= goal ? 'pass' : 'FAIL'} ${value.toFixed(2)} of ${goal} ${name}\n`);
}

/**
 * Measures the start of the app without a network, until the stored screen and until the current contacts are shown:
 * with many contacts, with few, and compared with a plain page that reads the same rows from the same database.
 */
export async function measureStart(): Promise<Figures> {
  const few = 'consultant2@example.org';
  const fill = async (folder: string): Promise<void> => {
    await seedContacts(folder, EMAIL);
    await seedContacts(folder, few, FEW_CONTACTS, CONTACTS + 1);
  };
  return withDemoServer(async (server) => {
    const measureFor = (email: string) => withPhone(server.url, (context, page) => measureStarts(context, page, email));
    const [withMany, withFew] = [await measureFor(EMAIL), await measureFor(few)];
    const plainMs = median(withMany.plain);
    const [last, live] = [median(withMany.painted), median(withMany.app)];
    const [lastOfFew, liveOfFew] = [median(withFew.painted), median(withFew.app)];
    checkGoal('last screen, times the plain page', last / plainMs, GOALS.plain);
    checkGoal(`last screen with ${CONTACTS} contacts, times ${FEW_CONTACTS}`, last / lastOfFew, GOALS.many);
    checkGoal('current rows, times the plain page', live / plainMs, GOALS.plain);
    checkGoal(`current rows with ${CONTACTS} contacts, times ${FEW_CONTACTS}`, live / liveOfFew, GOALS.many);
    return {
      [`last screen with ${CONTACTS} contacts, CPU x${SLOWDOWN}, ms`]: last,
      [`last screen with ${FEW_CONTACTS} contacts, CPU x${SLOWDOWN}, ms`]: lastOfFew,
      [`current rows with ${CONTACTS} contacts, CPU x${SLOWDOWN}, ms`]: live,
      [`current rows with ${FEW_CONTACTS} contacts, CPU x${SLOWDOWN}, ms`]: liveOfFew,
      'plain page with the same rows, ms': plainMs,
      'last screen, times the plain page': last / plainMs,
      'current rows, times the plain page': live / plainMs,
      [`last screen with ${CONTACTS} contacts, times ${FEW_CONTACTS}`]: last / lastOfFew,
      [`current rows with ${CONTACTS} contacts, times ${FEW_CONTACTS}`]: live / liveOfFew,
    };
  }, fill);
}

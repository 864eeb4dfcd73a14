import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { chromiumLaunch } from '../chromium.ts';
import { pill, tryLogIn } from '../e2e/helpers/phone.ts';
import { newFolder } from '../e2e/helpers/start-server.ts';
import { waitUntil } from '../faults/world.ts';
import { EMAIL, withAddressBook } from './demo-server.ts';
import type { Figures } from './figures.ts';
import { measureSearch } from './search.ts';
import { CONTACTS } from './seed.ts';

const MB = 1024 * 1024;
const MIRROR_TIMEOUT_MS = 600_000;

/** Returns the heap size of the page after garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / MB;
}

/** Returns the heap sizes of the page's workers after garbage collection. */
async function workerHeaps(session: CDPSession): Promise<number[]> {
  const attached: string[] = [];
  const replies = new Map<number, (size: number) => void>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') attached.push(sessionId);
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
    if (id !== undefined) replies.get(id)?.(result?.usedSize ?? 0);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let id = 0;
  const sendToWorker = (sessionId: string, method: string): Promise<number> => {
    id += 1;
    const message = JSON.stringify({ id, method });
    const reply = new Promise<number>((resolve) => replies.set(id, resolve));
    void session.send('Target.sendMessageToTarget', { sessionId, message });
    return reply;
  };
  const sizes: number[] = [];
  for (const sessionId of attached) {
    await sendToWorker(sessionId, 'HeapProfiler.collectGarbage');
    sizes.push((await sendToWorker(sessionId, 'Runtime.getHeapUsage')) / MB);
  }
  return sizes;
}

/**
 * Calls `run` with a device that stores its data on disk: without a profile, the browser keeps its databases in memory.
 */
export async function withPhone<T>(url: string, run: (context: BrowserContext, page: Page) => Promise<T>): Promise<T> {
  const folder = newFolder('profile');
  const settings = { viewport: { width: 360, height: 740 }, locale: 'en-GB', baseURL: url, bypassCSP: true };
  const context = await chromium.launchPersistentContext(folder, { ...chromiumLaunch(), ...settings });
  try {
    // tsx, which runs these files, wraps functions in a helper that does not exist in pages.
    await context.addInitScript('globalThis.__name = (value) => value');
    return await run(context, context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const SCREEN = '/contacts';

/** Logs in at the URL of a screen, and waits until all data is on the device. Returns the seconds that this took. */
export async function secondsToMirror(page: Page, email: string, screen = SCREEN): Promise<number> {
  await page.goto(screen);
  await tryLogIn(page, email, DEMO_PASSWORD);
  const isDone = async () => (await pill(page).textContent({ timeout: 30_000 }))?.includes('Up to date') ?? false;
  return (await waitUntil(isDone, MIRROR_TIMEOUT_MS, 'the mirror is here')) / 1000;
}

/** Opens the app again. Returns the heap sizes before and after scrolling the list to its end and back. */
async function measureHeaps(
  context: BrowserContext,
  page: Page,
): Promise<{ opened: number; scrolled: number; worker: number }> {
  const session = await context.newCDPSession(page);
  await page.goto(SCREEN);
  await page.waitForTimeout(3_000);
  const opened = await heapOf(session);
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, step < 40 ? 20_000 : -40_000);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(500);
  return { opened, scrolled: await heapOf(session), worker: Math.max(0, ...(await workerHeaps(session))) };
}

/** Measures time and memory of a device with fifty thousand contacts. */
export const measurePhone = (): Promise<Figures> =>
  withAddressBook(async (server) => {
    const empty = await withPhone(server.url, async (context, page) => {
      await secondsToMirror(page, 'consultant2@example.org');
      return measureHeaps(context, page);
    });
    return await withPhone(server.url, async (context, page) => {
      const seconds = await secondsToMirror(page, EMAIL);
      const session = await context.newCDPSession(page);
      const mirroring = await heapOf(session);
      await page.waitForTimeout(10_000);
      const tenSecondsLater = await heapOf(session);
      const fullHeaps = await measureHeaps(context, page);
      const search = await measureSearch(context, page);
      return {
        [`first mirror of ${CONTACTS} contacts, s`]: seconds,
        'page heap of the empty app, MB': empty.opened,
        'page heap right after the mirror, over the empty app, MB': mirroring - empty.opened,
        'page heap ten seconds later, over the empty app, MB': tenSecondsLater - empty.opened,
        'page heap at the next start, over the empty app, MB': fullHeaps.opened - empty.opened,
        'page heap after scrolling, over the empty app, MB': fullHeaps.scrolled - empty.opened,
        'heap of the largest worker, MB': fullHeaps.worker,
        ...search,
      };
    });
  });

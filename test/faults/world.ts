import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { chromiumLaunch } from '../chromium.ts';
import { Client } from '../e2e/helpers/client.ts';
import { logIn, waitUntilReadyForOffline, tableRows } from '../e2e/helpers/phone.ts';
import { Proxy } from '../e2e/helpers/proxy.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import { zone } from '../e2e/helpers/zone.ts';

/** The person who makes the writes in these tests. The person has lessons, tasks and contacts. */
export const WRITER = 'consultant';

/** The contact that is edited repeatedly. */
export const EDITED_CONTACT = 'Edited';

/**
 * Shortens the time limit of requests in the worker, which is 20 s or more, to a tenth; this is enough between
 * processes on the same machine. The proxy adds this code to the worker, so that the product needs no setting. Other
 * time limits stay unchanged.
 */
const SHORT_TIMEOUTS = `{const slow=self.setTimeout;self.setTimeout=(f,ms,...a)=>slow(f,ms>=2e4&&ms<3e4?ms/10:ms,...a)}\n`;

/** A server, and the bad network in front of it. */
export interface TestNetwork {
  server: Server;
  network: Proxy;
  close(): Promise<void>;
}

export async function startNetwork(): Promise<TestNetwork> {
  const server = await startServer();
  const network = new Proxy(() => server.url);
  network.prepend('/assets/sync.worker', SHORT_TIMEOUTS);
  await network.open();
  const close = async () => {
    await network.close();
    await server.remove();
  };
  return { server, network, close };
}

/** One person on one device, and another client of the same account that reads the state of the server. */
export interface World extends TestNetwork {
  context: BrowserContext;
  page: Page;
  client: Client;
}

const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB', timezoneId: zone };

/** Opens the device in the browser `running`, or by default in a new browser. */
export async function openWorld(running?: Browser): Promise<World> {
  const setup = await startNetwork();
  let browser = running;
  let opened: BrowserContext | undefined;
  const close = async () => {
    await opened?.close();
    if (!running) await browser?.close();
    await setup.close();
  };
  try {
    browser ??= await chromium.launch(chromiumLaunch());
    const context = await browser.newContext({ ...phone, baseURL: setup.network.url });
    opened = context;
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const client = await Client.logIn(setup.server.url, WRITER);
    await client.call('contacts.add', { body: { first_name: EDITED_CONTACT, notes: 'As they were.' } });
    await logIn(page, WRITER);
    await waitUntilReadyForOffline(page);
    return { ...setup, context, page, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface WaitingWrite {
  op_id: string;
  kind: string;
  state: string;
}

/**
 * Checks the condition repeatedly until it holds or the time limit is reached. Returns the milliseconds that this took.
 */
export async function waitUntil(
  ask: () => Promise<boolean> | boolean,
  limit_ms: number,
  what: string,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await ask()) return performance.now() - startedAt;
    if (performance.now() - startedAt > limit_ms) throw new Error(`${what}: not after ${limit_ms / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Waits until no write is left to send, and calls `meanwhile` while waiting. Returns the milliseconds that this took.
 */
export async function waitUntilDrained(page: Page, limit_ms: number, meanwhile = async () => {}): Promise<number> {
  let left: WaitingWrite[] = [];
  const isEmpty = async (): Promise<boolean> => {
    await meanwhile();
    left = await tableRows<WaitingWrite>(page, 'outbox');
    return left.length === 0;
  };
  return waitUntil(isEmpty, limit_ms, 'the outbox is empty').catch((error: unknown) => {
    const remainingEntries = left.map(({ kind, state }) => `${kind} ${state}`).join(', ');
    throw new Error(`${error instanceof Error ? error.message : String(error)} (${remainingEntries})`);
  });
}

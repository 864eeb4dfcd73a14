import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { openDatabase } from '../../server/db/open.ts';
import { waitUntilReadyForOffline } from '../e2e/helpers/phone.ts';
import { openTestServer, roles } from '../helpers/server.ts';
import { withDemoServer } from './demo-server.ts';
import { seedPeople } from './people-seed.ts';
import { secondsToMirror, withPhone } from './phone.ts';
import { type Figures, percentile, measureMs } from './figures.ts';

const ROUNDS = 9;

/** The measured requests of the table: sorting, filters, a search and a late page. */
const requests: Record<string, { query?: object; body?: object }> = {
  'by name': {},
  'by name, reversed': { query: { ordering: '-name' } },
  'by city': { query: { ordering: 'city' } },
  'by status': { query: { ordering: 'status' } },
  'by country': { query: { ordering: '-country' } },
  'by language': { query: { ordering: 'language' } },
  'by employee': { query: { ordering: 'responsible_name' } },
  'by next task': { query: { ordering: 'next_task' } },
  'newest first': { query: { ordering: '-created_at' } },
  'recently changed': { query: { ordering: '-updated_at' } },
  'page 1,500': { query: { page: 1500 } },
  'status and language': { body: { status: ['active'], language: 'de' }, query: { ordering: 'next_task' } },
  'one employee': { body: { responsible_id: '01900000-0009-7000-8000-000000000007' } },
  'one tag': { body: { tags: ['Family'] } },
  'search for a name': { query: { search: 'jürgen weiß' } },
};

/** Measures how long the server takes to return a page of a table of 100,000 people to an admin. */
async function peopleListFigures(): Promise<Figures> {
  const server = await openTestServer();
  const admin = await server.user({ ...roles.manager, is_superuser: true });
  await seedPeople(server.db, server.scope, admin.id);
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, { query = {}, body = {} }] of Object.entries(requests)) {
      const send = () =>
        server.call('team.structure_users', { token: admin.token, query: { page_size: 50, ...query }, body });
      (times[name] ??= []).push(
        await measureMs(async () => {
          const { status, body: reply } = await send();
          if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(reply).slice(0, 300)}`);
        }),
      );
    }
  await server.close();
  const all = Object.entries(times).map(
    ([name, list]) => [`people, ${name}, p95, ms`, percentile(list, 0.95)] as const,
  );
  return {
    ...Object.fromEntries(all),
    'people, all sorts and filters, p95, ms': percentile(Object.values(times).flat(), 0.95),
  };
}

const SCROLL_MS = 10_000;
/** Scrolling speed: about 27 rows a second, as with a mouse wheel that is turned steadily. */
const PX_PER_MS = 1.2;

const STATIC_ROW = `<tr>${'<td>A few words</td>'.repeat(8)}</tr>`;
/** Number of rows that are scrolled past, plus those that are visible at the end. */
const STATIC_ROWS = 300;

/**
 * Returns the length in ms of each frame of a page that contains only a static table with the same number of plain rows
 * and is scrolled in the same way. Long frames of this page are caused by the browser or the machine, not by the app.
 */
async function staticFrames(page: Page): Promise<number[]> {
  await page.goto('about:blank');
  await page.setContent(`<style>tr { height: 44px } table { width: 100% }</style>
    <div style="height: 660px; overflow: auto"><table role="grid">${STATIC_ROW.repeat(STATIC_ROWS)}</table></div>`);
  return scrolledFrames(page);
}

const percentOver17 = (frames: readonly number[]): number =>
  (100 * frames.filter((ms) => ms > 17).length) / frames.length;

/** Scrolls the table for ten seconds. Returns the length of each frame in ms. */
function scrolledFrames(page: Page): Promise<number[]> {
  // Passed as source text, because a compiled function would call helpers that do not exist in the page.
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const scroller = document.querySelector('table[role="grid"]').parentElement;
    const frames = [];
    const startedAt = performance.now();
    let before = startedAt;
    requestAnimationFrame(function step(now) {
      frames.push(now - before);
      before = now;
      scroller.scrollTop = (now - startedAt) * ${PX_PER_MS};
      if (now - startedAt < ${SCROLL_MS}) requestAnimationFrame(step);
      else resolve(frames.slice(2));
    });
  })`);
}

/** Blocks the sync of all these people, because it would disturb the measurement of the table. */
async function blockSync(session: CDPSession): Promise<void> {
  // Playwright's own routes would delay all requests, not only these.
  session.on('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {});
  });
  const patterns = ['snapshot', 'changes'].map((call) => ({ urlPattern: `*/api/sync/${call}*` }));
  await session.send('Fetch.enable', { patterns });
}

interface Opened {
  /** Time in ms from the navigation to the first rows. */
  ms: number;
  page: Page;
  session: CDPSession;
}

/**
 * Opens the table in a new tab with an empty HTTP cache. The code of the app comes from the service worker's cache if
 * `isInstalled`, otherwise from the server.
 */
async function coldOpen(context: BrowserContext, isInstalled: boolean): Promise<Opened> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setBypassServiceWorker', { bypass: !isInstalled });
  await blockSync(session);
  await page.goto('/people', { waitUntil: 'commit' });
  await page.locator('tr[aria-rowindex="2"]:not([data-loading])').waitFor();
  return { ms: await page.evaluate(() => performance.now()), page, session };
}

const OPENS = 5;

/** Opens the table several times. Returns the times to the first rows in ms. */
async function coldOpens(context: BrowserContext, isInstalled: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < OPENS; round += 1) {
    const { ms, page } = await coldOpen(context, isInstalled);
    times.push(ms);
    await page.close();
  }
  return times;
}

const MINUTE_MS = 60_000;

/**
 * Waits until the next full minute falls into the middle of the ten seconds of scrolling, because the table updates the
 * times in its rows at every full minute.
 */
async function beforeMinute(page: Page): Promise<void> {
  const wait = MINUTE_MS - SCROLL_MS / 2 - (Date.now() % MINUTE_MS);
  await page.waitForTimeout(wait < 0 ? wait + MINUTE_MS : wait);
}

/** Measures the frames while the table is scrolled with a slow processor, and those of a static table. */
async function frameFigures(context: BrowserContext): Promise<Figures> {
  const { page, session } = await coldOpen(context, true);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await beforeMinute(page);
  const frames = await scrolledFrames(page);
  const plain = await staticFrames(page);
  return {
    'people table, longest frame while scrolling, CPU x4, ms': Math.max(...frames),
    'people table, frames over 17 ms while scrolling, CPU x4, percent': percentOver17(frames),
    'static table, longest frame while scrolling, CPU x4, ms': Math.max(...plain),
    'static table, frames over 17 ms while scrolling, CPU x4, percent': percentOver17(plain),
  };
}

/** Measures the table in a desktop browser: the time to the first rows, and the frames while it is scrolled. */
const peopleTableFigures = (): Promise<Figures> =>
  withDemoServer((server) =>
    withPhone(server.url, async (context, page) => {
      await secondsToMirror(page, 'manager@example.org', '/leads');
      await waitUntilReadyForOffline(page);
      await page.goto('about:blank');
      await server.stop();
      const { db, close } = await openDatabase({ dataDir: server.folder });
      const manager = await db
        .selectFrom('users')
        .select(['id', 'scope'])
        .where('email', '=', 'manager@example.org')
        .executeTakeFirstOrThrow();
      await seedPeople(db, manager.scope, manager.id);
      await close();
      await server.start();
      const withoutCache = await coldOpens(context, false);
      const installed = await coldOpens(context, true);
      return {
        'people table, first rows without any cache, right after the start of the server, ms': withoutCache[0] ?? 0,
        'people table, first rows without any cache, median, ms': percentile(withoutCache, 0.5),
        'people table, first rows of the installed app, median, ms': percentile(installed, 0.5),
        ...(await frameFigures(context)),
      };
    }),
  );

/** Maximum value of each figure that has a target. */
const targets: Figures = {
  'people table, first rows without any cache, right after the start of the server, ms': 1500,
  'people table, first rows without any cache, median, ms': 1500,
  'people table, first rows of the installed app, median, ms': 1500,
  'people, all sorts and filters, p95, ms': 300,
  'people table, longest frame while scrolling, CPU x4, ms': 50,
  'people table, frames over 17 ms while scrolling, CPU x4, percent': 2,
};

/** Prints for each figure that has a target whether the figure meets the target. */
function printTargets(figures: Figures): Figures {
  for (const [name, value] of Object.entries(figures)) {
    const limit = targets[name];
    if (limit === undefined) continue;
    process.stdout.write(`${value <= limit ? 'pass' : 'FAIL'} ${name}: ${value.toFixed(2)}, at most ${limit}\n`);
  }
  return figures;
}

/** Measures the table on the server and in the browser. */
export async function measurePeople(): Promise<Figures> {
  return { ...printTargets(await peopleTableFigures()), ...printTargets(await peopleListFigures()) };
}

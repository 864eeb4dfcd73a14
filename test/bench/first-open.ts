import type { BrowserContext, Locator, Page } from '@playwright/test';
import { waitUntilReadyForOffline, type Who } from '../e2e/helpers/phone.ts';
import { withDemoServer } from './demo-server.ts';
import { median, type Figures } from './figures.ts';
import { secondsToMirror, withPhone } from './phone.ts';
import { isWantedRole } from './roles.ts';

/** Maximum time in ms from a tap until the screen is shown. */
const LIMIT_MS = 300;

/** Factor by which the processor of the page is slowed down. */
const SLOWDOWN = 4;

const ROUNDS = 5;

/** If no new script was loaded for this time in ms, all prefetching counts as done. */
const QUIET_MS = 1_500;

const barLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });

/** Returns the first link to a person in a list. */
const firstPerson = (page: Page): Locator => page.locator('main a[href*="/user/view-details/"]').first();

interface Visit {
  who: Who;
  home: string;
  /**
   * The screens, each with the link that opens it. The link is in the navigation bar or, if `from` is given, on that
   * screen.
   */
  screens: Record<string, { from?: string; link: (page: Page) => Locator }>;
}

/**
 * Returns the screens in the navigation bar of an employee who is not an admin, and the screen of a person in `list`.
 */
const staffScreens = (list: string): Visit['screens'] => ({
  Tasks: { link: barLink('Tasks') },
  Leads: { link: barLink('Leads') },
  Contacts: { link: barLink('Contacts') },
  More: { link: barLink('More') },
  'a person': { from: list, link: firstPerson },
});

const visits: readonly Visit[] = [
  {
    who: 'learner',
    home: '/dashboard',
    screens: {
      Lessons: { link: barLink('Lessons') },
      Books: { link: barLink('Books') },
      Contacts: { link: barLink('Contacts') },
      More: { link: barLink('More') },
    },
  },
  { who: 'consultant', home: '/staff-dashboard', screens: staffScreens('/leads') },
  // The demo's manager has no leads, so the person is opened from the list of people.
  { who: 'manager', home: '/staff-dashboard', screens: staffScreens('/people') },
  {
    who: 'admin',
    home: '/staff-dashboard',
    screens: {
      Users: { link: barLink('Users') },
      Employees: { link: barLink('Employees') },
      Tasks: { link: barLink('Tasks') },
      More: { link: barLink('More') },
    },
  },
];

// Source text, because a compiled function would call helpers that do not exist in the page. A screen counts as shown
// in the frame after its title and its rows have replaced the old screen and all placeholders.
const watchOpening = `globalThis.opening = new Promise((resolve) => {
  const before = document.querySelector('main h1');
  addEventListener('click', ({ timeStamp }) => {
    const observer = new MutationObserver(() => check());
    const check = () => {
      const title = document.querySelector('main h1');
      const isLoading = [...document.querySelectorAll('main [role="status"]')].some((status) => status.textContent === 'Loading');
      if (!title || title === before || isLoading || document.querySelector('main [aria-busy="true"]')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)));
    };
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  }, { capture: true, once: true });
})`;

/** Opens the app again on a screen, and waits until it has prefetched the other screens. */
async function start(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1').waitFor();
  let scripts = -1;
  for (;;) {
    const count = await page.evaluate(() => performance.getEntriesByType('resource').length);
    if (count === scripts) return;
    scripts = count;
    await page.waitForTimeout(QUIET_MS);
  }
}

/** Returns the time in ms from a tap on the link until the screen is shown. */
async function timeToOpen(page: Page, link: Locator): Promise<number> {
  await link.waitFor();
  await page.evaluate(`void (${watchOpening})`);
  await link.click();
  return page.evaluate<number>('opening');
}

async function measure(context: BrowserContext, page: Page, { who, home, screens }: Visit): Promise<Figures> {
  await secondsToMirror(page, `${who}@example.org`, home);
  await waitUntilReadyForOffline(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const figures: Figures = {};
  for (const [name, { from = home, link }] of Object.entries(screens)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await start(page, from);
      times.push(await timeToOpen(page, link(page)));
    }
    const ms = median(times);
    process.stdout.write(`${ms <= LIMIT_MS ? 'pass' : 'FAIL'} ${ms.toFixed(0)} ms ${who}, ${name}\n`);
    figures[`first opening, ${who}, ${name}, CPU x${SLOWDOWN}, ms`] = ms;
  }
  return figures;
}

/**
 * Measures how long it takes to open each screen of the navigation bar, and the screen of a person, for the first time
 * after they were prefetched.
 */
export const measureFirstOpen = (): Promise<Figures> =>
  withDemoServer(async ({ url }) => {
    const figures: Figures = {};
    for (const visit of visits.filter(isWantedRole))
      Object.assign(figures, await withPhone(url, (context, page) => measure(context, page, visit)));
    return figures;
  });

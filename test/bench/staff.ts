import type { BrowserContext, Page } from '@playwright/test';
import { waitUntilReadyForOffline, tableRows } from '../e2e/helpers/phone.ts';
import { EMAIL, withDemoServer } from './demo-server.ts';
import { median, type Figures } from './figures.ts';
import { secondsToMirror, withPhone } from './phone.ts';
import { PEOPLE, seedWork, TASKS } from './seed.ts';

const ROUNDS = 9;

/** Opens a path. Returns the milliseconds from the navigation until rows are shown and no placeholder is left. */
async function timeToOpen(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const handle = await page.waitForFunction(() => (globalThis as unknown as { rowsAt?: number }).rowsAt);
  return (await handle.jsonValue()) ?? 0;
}

/** Records the time at which each page renders its first rows. */
async function watchRows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((_, watch) => {
      const main = document.querySelector('main');
      const row = main?.querySelector('a[href^="/lesson"], a[href^="/tasks/"]');
      if (!row || main?.querySelector('[aria-busy="true"]')) return;
      (globalThis as unknown as { rowsAt?: number }).rowsAt = performance.now();
      watch.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

async function prepare(context: BrowserContext, page: Page, email: string, screen: string): Promise<void> {
  await secondsToMirror(page, email, screen);
  await waitUntilReadyForOffline(page);
  await watchRows(context);
  await context.setOffline(true);
}

/**
 * Compares the day screen of a busy employee with a learner's first screen, with a warm cache, offline and in one run.
 */
export const measureStaff = (): Promise<Figures> =>
  withDemoServer(
    async (server) => {
      return await withPhone(server.url, (learning, lessons) =>
        withPhone(server.url, async (working, work) => {
          await prepare(learning, lessons, 'learner@example.org', '/dashboard');
          await prepare(working, work, EMAIL, '/staff-dashboard');
          const storedCounts = {
            people: (await tableRows(work, 'people')).length,
            tasks: (await tableRows(work, 'tasks')).length,
          };
          if (storedCounts.people < PEOPLE || storedCounts.tasks < TASKS)
            throw new Error(`not all is mirrored: ${JSON.stringify(storedCounts)}`);
          const learner: number[] = [];
          const employee: number[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            learner.push(await timeToOpen(lessons, '/dashboard'));
            employee.push(await timeToOpen(work, '/staff-dashboard'));
          }
          return {
            "learner's dashboard, warm and offline, to rows, ms": median(learner),
            [`employee's day with ${PEOPLE} people and ${TASKS} tasks, ms`]: median(employee),
            "employee's day, times the learner's dashboard": median(employee) / median(learner),
          };
        }),
      );
    },
    (folder) => seedWork(folder, EMAIL),
  );

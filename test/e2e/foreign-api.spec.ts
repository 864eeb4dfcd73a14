import type { Browser } from '@playwright/test';
import { openBackend, type BackendName } from './helpers/documented-backends.ts';
import { learnerDay, type OpenDevice } from './helpers/documented-days.ts';
import { consultantDay } from './helpers/documented-work-day.ts';
import { test } from './helpers/home.ts';

const names: readonly BackendName[] = ['our server without its sync calls', 'an API with other shapes'];

/** `npm test` must be short, so it runs each of the two days with only one API; `npm run test:e2e` runs all combinations. */
const isSample = process.env['BROWSER_SAMPLE'] !== undefined;
const learnerNames = isSample ? names.slice(1) : names;
const consultantNames = isSample ? names.slice(0, 1) : names;

const deviceOpener =
  (browser: Browser, baseURL: string): OpenDevice =>
  () =>
    browser.newContext({ baseURL });

for (const name of learnerNames)
  test(`a learner reads, comments and adds a contact offline with ${name}`, async ({ browser }) => {
    const backend = await openBackend(name);
    await learnerDay(deviceOpener(browser, backend.url), backend.learner);
    await backend.close();
  });

for (const name of consultantNames)
  test(`a consultant works on tasks, leads, people and tickets offline with ${name}`, async ({ browser }) => {
    const backend = await openBackend(name);
    await consultantDay(deviceOpener(browser, backend.url), backend.consultant);
    await backend.close();
  });

import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Lesson } from '../contract/entities/lesson.ts';
import { chromiumLaunch, ensureChromium } from './chromium.ts';
import { seedOnce } from './e2e/helpers/global-setup.ts';
import { logIn, readyForOffline, rowsOf } from './e2e/helpers/phone.ts';
import { newFolder, startServer } from './e2e/helpers/start-server.ts';

// `npm run lighthouse`: the built app on a simulated phone, median of five. Wants an idle machine.
const RUNS = 5;
const goals = { performance: 0.9, accessibility: 1, 'best-practices': 1 };
type Category = keyof typeof goals;
const categories = Object.keys(goals) as Category[];

interface Target {
  name: string;
  url: string;
  /** Keeps the login and what is on the phone; otherwise each run is a first visit. */
  isLoggedIn: boolean;
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) =>
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    }),
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function scores({ url, isLoggedIn }: Target, port: number): Promise<Record<Category, number>> {
  const found: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  for (let run = 0; run < RUNS; run += 1) {
    const options = { port, onlyCategories: categories, disableStorageReset: isLoggedIn, logLevel: 'error' as const };
    const result = await lighthouse(url, options);
    for (const name of categories) found[name].push(result?.lhr.categories[name]?.score ?? 0);
  }
  const medians = categories.map((name) => [name, median(found[name])] as const);
  return Object.fromEntries(medians) as Record<Category, number>;
}

/** Prints a target's medians; true when each reaches its goal. */
async function judged(target: Target, port: number): Promise<boolean> {
  const found = await scores(target, port);
  const words = categories.map((name) => `${name} ${found[name].toFixed(2)} of ${goals[name]}`);
  process.stdout.write(`${target.name}: ${words.join(', ')}\n`);
  return categories.every((name) => found[name] >= goals[name]);
}

async function lessonPath(page: Page): Promise<string> {
  const lessons = await rowsOf<Lesson>(page, 'lessons');
  return `/lesson/view/${lessons.find(({ language }) => language === 'en')?.id}`;
}

ensureChromium();
const removeSeed = await seedOnce();
const server = await startServer();
const profile = newFolder('lighthouse');
const port = await freePort();
const { executablePath, args } = chromiumLaunch();
const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  baseURL: server.url,
  locale: 'en-GB',
});
try {
  const verdicts = [await judged({ name: 'login', url: `${server.url}/login`, isLoggedIn: false }, port)];
  const page = await context.newPage();
  await logIn(page, 'learner');
  await readyForOffline(page);
  const lesson = await lessonPath(page);
  await page.close();
  for (const [name, path] of [
    ['dashboard', '/dashboard'],
    ['lesson', lesson],
  ] as const)
    verdicts.push(await judged({ name, url: `${server.url}${path}`, isLoggedIn: true }, port));
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
} finally {
  await context.close();
  await server.remove();
  removeSeed();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

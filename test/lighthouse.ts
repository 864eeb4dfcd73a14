import { createServer, type AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Lesson } from '../contract/entities/lesson.ts';
import { chromiumLaunch, ensureChromium } from './chromium.ts';
import { seedOnce } from './e2e/helpers/global-setup.ts';
import { logIn, readyForOffline, rowsOf } from './e2e/helpers/phone.ts';
import { newFolder, startServer } from './e2e/helpers/start-server.ts';

// `npm run lighthouse`: measures the built app on a simulated phone and takes the median of five runs. Needs an idle
// machine.

const RUNS = 5;
const goals = { performance: 0.9, accessibility: 1, 'best-practices': 1 };
type Category = keyof typeof goals;
const categories = Object.keys(goals) as Category[];

interface Target {
  name: string;
  url: string;
  /** Whether a run keeps the login and the data of the device. If not, it is a first visit. */
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

/** Runs a function in a browser on this profile with a debugging port, and closes it. */
async function withBrowser<T>(
  profile: string,
  work: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const { executablePath, args } = chromiumLaunch();
  const options = { executablePath, args: [...args, `--remote-debugging-port=${port}`], locale: 'en-GB' };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    return await work(context, port);
  } finally {
    await context.close();
  }
}

/**
 * Runs Lighthouse once and returns the scores. Each run has its own browser: a process that has shown pages before
 * reports all their functions to the profiler at the start of the next trace, which counts as page work and grows with
 * every run.
 */
async function scores({ url, isLoggedIn }: Target, profile: string): Promise<Record<Category, number>> {
  const found: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  const options = { onlyCategories: categories, disableStorageReset: isLoggedIn, logLevel: 'error' as const };
  for (let run = 0; run < RUNS; run += 1) {
    const result = await withBrowser(profile, (_, port) => lighthouse(url, { ...options, port }));
    const shown = result?.lhr.finalDisplayedUrl;
    if (shown !== url) throw new Error(`${url} led to ${shown}`);
    for (const name of categories) found[name].push(result?.lhr.categories[name]?.score ?? 0);
  }
  const medians = categories.map((name) => [name, median(found[name])] as const);
  return Object.fromEntries(medians) as Record<Category, number>;
}

/** Prints a target's medians; returns true when each reaches its goal. */
async function judged(target: Target, profile: string): Promise<boolean> {
  const found = await scores(target, profile);
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
try {
  const verdicts = [await judged({ name: 'login', url: `${server.url}/login`, isLoggedIn: false }, profile)];
  const lesson = await withBrowser(profile, async (context) => {
    const page = await context.newPage();
    await logIn(page, 'learner', `${server.url}/`);
    await readyForOffline(page);
    return lessonPath(page);
  });
  for (const [name, path] of [
    ['dashboard', '/dashboard'],
    ['lesson', lesson],
  ] as const)
    verdicts.push(await judged({ name, url: `${server.url}${path}`, isLoggedIn: true }, profile));
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
} finally {
  await server.remove();
  removeSeed();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

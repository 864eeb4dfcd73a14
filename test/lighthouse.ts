import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Lesson } from '../contract/entities/lesson.ts';
import { chromiumLaunch, ensureChromium } from './chromium.ts';
import { seedOnce } from './e2e/helpers/global-setup.ts';
import { logIn, waitUntilReadyForOffline, tableRows } from './e2e/helpers/phone.ts';
import { newFolder, startServer } from './e2e/helpers/start-server.ts';
import { servePage, createTypicalPage } from './helpers/served-page.ts';
import { findFreePort } from './helpers/free-port.ts';

// `npm run lighthouse`: measures the built app and a published landing page on a simulated phone and takes the median
// of five runs. `-- --only landing` or `-- --only app` measures one of them. Needs an idle machine.

const RUNS = 5;
type Score = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/**
 * The measured values that have a maximum. The audit's value is divided by `unit`, which gives the unit in the name:
 * 1000 ms are 1 s.
 */
const measures = {
  'LCP, s': { audit: 'largest-contentful-paint', unit: 1000 },
  'TBT, ms': { audit: 'total-blocking-time', unit: 1 },
  CLS: { audit: 'cumulative-layout-shift', unit: 1 },
} as const;
type Measure = keyof typeof measures;

type Category = Score | Measure;
type Goals = Partial<Record<Category, number>>;
const goals: Goals = { performance: 0.9, accessibility: 1, 'best-practices': 1 };
/**
 * Minimum scores, and maximum values, of a first visit. Lighthouse simulates slow 4G and a processor four times slower.
 */
const firstVisitGoals: Goals = { ...goals, 'LCP, s': 2, 'TBT, ms': 150, CLS: 0.02 };
/** Minimum scores, and maximum values, of a published landing page with six blocks and two images. */
const landingGoals: Goals = { performance: 0.99, accessibility: 1, 'best-practices': 1, seo: 1, 'LCP, s': 1.2 };

interface Target {
  name: string;
  url: string;
  /** Whether each run keeps the login and the data of the device. Otherwise, each run is a first visit. */
  isLoggedIn: boolean;
  goals?: Goals;
}

const categoriesOf = (target: Target): Category[] => Object.keys(target.goals ?? goals) as Category[];
const isMeasure = (name: Category): name is Measure => Object.hasOwn(measures, name);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Runs `work` with a browser that uses this profile and has a debugging port, and then closes the browser. */
async function withBrowser<T>(
  profile: string,
  work: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await findFreePort();
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
 * Runs Lighthouse several times and returns the medians. Each run has its own browser: a process that has already shown
 * pages reports all their functions to the profiler at the start of the next trace. The time for these reports would
 * count as work of the page, and would increase with every run.
 */
async function measureMedians(target: Target, profile: string): Promise<Map<Category, number>> {
  const { url, isLoggedIn } = target;
  const valuesByName = new Map<Category, number[]>(categoriesOf(target).map((name) => [name, []]));
  const onlyCategories = [...valuesByName.keys()].filter((name) => !isMeasure(name));
  const options = { onlyCategories, disableStorageReset: isLoggedIn, logLevel: 'error' as const };
  for (let run = 0; run < RUNS; run += 1) {
    const result = await withBrowser(profile, (_, port) => lighthouse(url, { ...options, port }));
    const shown = result?.lhr.finalDisplayedUrl;
    if (shown !== url) throw new Error(`${url} led to ${shown}`);
    const valueOf = (name: Measure): number =>
      (result?.lhr.audits[measures[name].audit]?.numericValue ?? Infinity) / measures[name].unit;
    for (const [name, values] of valuesByName)
      values.push(isMeasure(name) ? valueOf(name) : (result?.lhr.categories[name]?.score ?? 0));
  }
  return new Map([...valuesByName].map(([name, values]) => [name, median(values)]));
}

/** Prints the medians of a target. Returns whether each median reaches its goal. */
async function measureAndCheck(target: Target, profile: string): Promise<boolean> {
  const medians = await measureMedians(target, profile);
  const goalOf = (name: Category): number => (target.goals ?? goals)[name] ?? 0;
  const comparisons = [...medians].map(([name, value]) => `${name} ${value.toFixed(2)} of ${goalOf(name)}`);
  process.stdout.write(`${target.name}: ${comparisons.join(', ')}\n`);
  return [...medians].every(([name, value]) => (isMeasure(name) ? value <= goalOf(name) : value >= goalOf(name)));
}

/** Measures a published landing page. */
async function measureLanding(profile: string): Promise<boolean> {
  const served = await servePage(createTypicalPage);
  try {
    const target = { name: 'landing page', url: served.url, isLoggedIn: false, goals: landingGoals };
    return await measureAndCheck(target, profile);
  } finally {
    await served.close();
  }
}

async function lessonPath(page: Page): Promise<string> {
  const lessons = await tableRows<Lesson>(page, 'lessons');
  return `/lesson/view/${lessons.find(({ language }) => language === 'en')?.id}`;
}

/** Measures the screens of the app. */
async function measureApp(profile: string): Promise<boolean[]> {
  const removeSeed = await seedOnce();
  const server = await startServer();
  try {
    const firstVisit = { name: 'login', url: `${server.url}/login`, isLoggedIn: false, goals: firstVisitGoals };
    const results = [await measureAndCheck(firstVisit, profile)];
    const lesson = await withBrowser(profile, async (context) => {
      const page = await context.newPage();
      await logIn(page, 'learner', `${server.url}/`);
      await waitUntilReadyForOffline(page);
      return lessonPath(page);
    });
    for (const [name, path] of [
      ['dashboard', '/dashboard'],
      ['lesson', lesson],
    ] as const)
      results.push(await measureAndCheck({ name, url: `${server.url}${path}`, isLoggedIn: true }, profile));
    return results;
  } finally {
    await server.remove();
    removeSeed();
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
ensureChromium();
const profile = newFolder('lighthouse');
try {
  const results = [
    ...(values.only === 'landing' ? [] : await measureApp(profile)),
    ...(values.only === 'app' ? [] : [await measureLanding(profile)]),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

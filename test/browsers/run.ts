import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../chromium.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { logOut, SharedPhone, work } from '../e2e/helpers/shared-phone.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import type { DrivenPage } from './driven-page.ts';
import { openFirefox } from './firefox.ts';
import { ensureFirefox, ensureWebKit } from './install.ts';
import { journey } from './journey.ts';
import { openTlsProxy } from './tls.ts';
import { openWebKit } from './webkit.ts';

// `npm run test:browsers -- --only firefox`: checks what data a logout leaves behind: in the files of Chromium after a
// minute and a restart, and in Firefox and WebKit, which have no storage buckets. In these two it also checks that a
// comment written without the server arrives once.

const WAIT_MS = 60_000;

async function runInChromium({ url }: Server): Promise<string> {
  const phone = new SharedPhone(url);
  try {
    const page = await phone.open();
    const first = await work(page, url, 'consultant', 'Prefers to be called Zephyrine');
    await logOut(page, url);
    const second = await work(page, url, 'manager', 'Keeps bees at Quillback Farm');
    await phone.setOffline(true);
    await logOut(page, url);
    const needles = [...first, ...second];
    const found: string[] = [];
    for (const [when, wait] of [
      ['at once', 1_000],
      ['after a minute', WAIT_MS],
      ['after a restart', 1_000],
    ] as const) {
      if (when === 'after a restart') await phone.open();
      await pause(wait);
      found.push(...phone.search(needles).stored.map((needle) => `${when}: ${needle}`));
    }
    if (found.length > 0) throw new Error(`found in the site's storage: ${found.join(', ')}`);
    const { elsewhere } = phone.search(needles);
    return `0 of ${needles.length} strings in its storage; in the browser's own files: ${elsewhere.join(', ') || 'none'}`;
  } finally {
    await phone.remove();
  }
}

async function drive(open: () => Promise<DrivenPage>, server: Server, url: string): Promise<string> {
  const page = await open();
  try {
    return `${page.name}: ${await journey(page, server, url)}`;
  } finally {
    await page.close();
  }
}

interface Browser {
  name: string;
  /** Whether the browser uses the server through TLS, as people do. */
  usesTls?: true;
  /**
   * Returns the journey in this browser, which is installed if necessary. `url` is the server's address for the
   * browser. Throws if it cannot be run.
   */
  prepare: () => (server: Server, url: string) => Promise<string>;
}

const browsers: readonly Browser[] = [
  {
    name: 'chromium',
    prepare: () => {
      ensureChromium();
      return runInChromium;
    },
  },
  {
    name: 'firefox',
    prepare: () => {
      const path = ensureFirefox();
      return (server, url) => drive(() => openFirefox(path), server, url);
    },
  },
  {
    name: 'webkit',
    usesTls: true,
    prepare: () => {
      const paths = ensureWebKit();
      return (server, url) => drive(() => openWebKit(paths), server, url);
    },
  },
];

/** Runs one browser and prints its line. Returns whether it passed. */
async function run({ name, usesTls, prepare }: Browser): Promise<boolean> {
  const startedAt = performance.now();
  const report = (result: string, text: unknown): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`${name.padEnd(9)} ${result}  ${seconds} s  ${String(text)}\n`);
  };
  let runJourney: ReturnType<Browser['prepare']>;
  try {
    runJourney = prepare();
  } catch (error) {
    report('NOT RUN', error);
    return false;
  }
  let server: Server | null = null;
  const proxy = usesTls ? await openTlsProxy(() => server?.url ?? '') : null;
  try {
    server = await startServer(undefined, proxy ? { PUBLIC_URL: proxy.url } : {});
    report('ok', await runJourney(server, proxy?.url ?? server.url));
    return true;
  } catch (error) {
    report('FAILED', error instanceof Error ? error.stack : error);
    return false;
  } finally {
    await server?.remove();
    proxy?.close();
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const wanted = browsers.filter(({ name }) => values.only === '' || values.only.split(',').includes(name));
const unseed = await seedOnce();
let failed = 0;
for (const browser of wanted) if (!(await run(browser))) failed += 1;
unseed();
process.stdout.write(`\n${wanted.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 && wanted.length > 0 ? 0 : 1);

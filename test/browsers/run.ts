import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../chromium.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { logOut, SharedPhone, work } from '../e2e/helpers/shared-phone.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import type { DrivenPage } from './driven-page.ts';
import { openFirefox } from './firefox.ts';
import { ensureFirefox } from './install.ts';
import { logOutJourney } from './log-out.ts';

// `npm run test:browsers -- --only firefox`: checks what data a logout leaves behind: in the files of Chromium after a
// minute and a restart, and in Firefox, which has no storage buckets.
const WAIT_MS = 60_000;

async function inChromium({ url }: Server): Promise<string> {
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

async function inOther(open: () => Promise<DrivenPage>, server: Server): Promise<string> {
  const page = await open();
  try {
    return `${page.name}: ${await logOutJourney(page, server)}`;
  } finally {
    await page.close();
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

ensureChromium();
const firefox = ensureFirefox();
const unseed = await seedOnce();
const journeys: [string, (server: Server) => Promise<string>][] = [
  ['chromium', inChromium],
  ['firefox', (server) => inOther(() => openFirefox(firefox), server)],
];
const wanted = journeys.filter(([name]) => values.only === '' || values.only.split(',').includes(name));
let failed = 0;
for (const [name, run] of wanted) {
  const server = await startServer();
  try {
    process.stdout.write(`${name.padEnd(9)} ok  ${await run(server)}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`${name.padEnd(9)} FAILED  ${error instanceof Error ? error.stack : String(error)}\n`);
  } finally {
    await server.remove();
  }
}
unseed();
process.stdout.write(`\n${wanted.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 && wanted.length > 0 ? 0 : 1);

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { openEmbedded } from '../../server/db/drivers.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { chromiumLaunch } from '../chromium.ts';
import { addDayData } from '../foreign/day-data.ts';
import { HttpServer } from '../foreign/server.ts';
import { demoCredentials, foreignCredentials } from './helpers/documented-backends.ts';
import { learnerDay } from './helpers/documented-days.ts';
import { consultantDay } from './helpers/documented-work-day.ts';
import { expect, test } from './helpers/home.ts';
import { HttpsFront, makeCertificates } from './helpers/https-front.ts';
import { startServer } from './helpers/start-server.ts';
import { zone } from './helpers/zone.ts';

// `npm run test:client`: builds the page for a static host and uses it with an API of another site. The browser maps
// the names of both hosts to this machine, and accepts certificates of an authority that the test creates.

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/client');
const APP = 'https://app.test';
const API = 'https://api.test';

let page: HttpServer;
let api_port = 0;
let fronts: { app: HttpsFront; api: HttpsFront };
let browser: Browser;
let devices: BrowserContext[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  execFileSync('npm', ['run', 'build:client', '--', '--api', API], { cwd: root, stdio: 'inherit' });
  page = new HttpServer({ folder });
  await page.open();
  const certificates = makeCertificates(['app.test', 'api.test']);
  fronts = {
    app: new HttpsFront(certificates, () => page.port),
    api: new HttpsFront(certificates, () => api_port),
  };
  await Promise.all([fronts.app.open(), fronts.api.open()]);
  const { app, api } = fronts;
  const hosts = `MAP app.test:443 127.0.0.1:${app.port}, MAP api.test:443 127.0.0.1:${api.port}`;
  const launch = chromiumLaunch();
  const trust = `--ignore-certificate-errors-spki-list=${certificates.authority_hash}`;
  browser = await chromium.launch({ ...launch, args: [...launch.args, `--host-resolver-rules=${hosts}`, trust] });
});

test.afterAll(async () => {
  await browser.close();
  fronts.app.close();
  fronts.api.close();
  await page.close();
});

test.afterEach(async () => {
  for (const device of devices) await device.close();
  devices = [];
});

const openDevice = async (): Promise<BrowserContext> => {
  const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB', timezoneId: zone };
  const device = await browser.newContext({ ...phone, baseURL: APP });
  devices.push(device);
  return device;
};

/** The published password of the demo accounts works only for requests to this machine by its local names. */
const PASSWORD = 'known-to-one-user';

async function changePasswords(data_folder: string): Promise<void> {
  const db = await openEmbedded(join(data_folder, 'pgdata'));
  await db.query('update users set password_hash = $1', [await hashPassword(PASSWORD)]);
  await db.close();
}

async function expectNoCookies(): Promise<void> {
  expect(devices.length).toBeGreaterThan(1);
  for (const device of devices) expect(await device.cookies()).toEqual([]);
}

test('the build names the API in the configuration and in the content security policy', () => {
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({ api: API });
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('&#39;', "'");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.split('; ') ?? [];
  expect(policy.find((rule) => rule.startsWith('connect-src'))).toBe(`connect-src 'self' ${API}`);
  expect(policy.find((rule) => rule.startsWith('default-src'))).toBe("default-src 'self'");
});

test('the page cannot send anything to a third site', async () => {
  const tab = await (await openDevice()).newPage();
  await tab.goto('/login');
  const violation = tab.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
      }),
  );
  const isSent = await tab.evaluate(() => fetch('https://elsewhere.test/').then(Boolean, () => false));
  expect([isSent, await violation]).toEqual([false, 'connect-src']);
});

for (const [role, day] of [
  ['learner', learnerDay],
  ['consultant', consultantDay],
] as const) {
  test(`a ${role} works with an API at another site whose requests and replies differ from ours`, async () => {
    const server = new HttpServer({ api: {} });
    addDayData(server.api!.world, Date.now());
    await server.open();
    api_port = server.port;
    await day(openDevice, foreignCredentials[role]);
    await expectNoCookies();
    await server.close();
  });

  test(`a ${role} works with our server at another site while its sync calls are turned off`, async () => {
    const server = await startServer(changePasswords, { SYNC_CALLS: 'off', CORS_ORIGINS: APP });
    api_port = Number(new URL(server.url).port);
    await day(openDevice, { ...demoCredentials[role], password: PASSWORD });
    await expectNoCookies();
    await server.remove();
  });
}

test('a learner works with our server at another site while its sync calls are turned on', async () => {
  const server = await startServer(changePasswords, { CORS_ORIGINS: APP });
  api_port = Number(new URL(server.url).port);
  await learnerDay(openDevice, { ...demoCredentials.learner, password: PASSWORD });
  await expectNoCookies();
  await server.remove();
});

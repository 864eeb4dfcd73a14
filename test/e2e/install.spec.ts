import { DiskBrowser } from './helpers/browser.ts';
import { expect, visit } from './helpers/home.ts';
import { copySession, LOGOUT_REPORTED } from './helpers/old-session.ts';
import { logIn, waitForShell } from './helpers/phone.ts';

/** Time within which the app must be able to open offline after the network is back. */
const OFFLINE_AGAIN_MS = 30_000;

// Chromium reports installability only in a persistent profile.
visit(
  'the app is installable, and a logout without a network ends its session even though the browser is killed',
  async ({ network, server }) => {
    const browser = new DiskBrowser();
    try {
      const { context, page } = await browser.open();
      await logIn(page, 'learner', `${network.url}/`);
      await waitForShell(page);
      const devtools = await context.newCDPSession(page);
      const { errors, data = '' } = await devtools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(JSON.parse(data)).toMatchObject({ id: '/', display: 'standalone', name: 'Haversack' });
      await expect
        .poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors)
        .toEqual([]);
      const { icons } = JSON.parse(data) as { icons: { src: string; type: string }[] };
      for (const { src, type } of icons) {
        const reply = await fetch(new URL(src, network.url));
        expect(reply.headers.get('content-type')).toContain(type);
      }

      await page.goto(`${network.url}/profile/settings`);
      const old = await copySession(page, context, server.url);
      network.unplug();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
      await browser.kill();
      expect(await old.refresh()).toBe(200);
      network.heal();
      const again = await browser.open();
      await again.page.goto(`${network.url}/`);
      await expect.poll(() => old.refresh(), LOGOUT_REPORTED).toBe(401);
      await expect(again.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    } finally {
      await browser.remove();
    }
  },
);

visit(
  'a first visit that lost the requests of the service worker opens offline later, without a reload',
  async ({ browser, shared }) => {
    const { network } = shared;
    const context = await browser.newContext({ baseURL: network.url });
    try {
      network.loseServiceWorker();
      const page = await context.newPage();
      await page.goto('/login');
      const visited = await page.evaluate(() => performance.timeOrigin);
      const lost = network.hits('lose_request');
      // The app tries after 0, 2 and 6 seconds, and all attempts fail.
      await expect.poll(() => network.hits('lose_request') - lost, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
      network.heal();
      await waitForShell(page, OFFLINE_AGAIN_MS);
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(visited);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    } finally {
      network.heal();
      await context.close();
    }
  },
);

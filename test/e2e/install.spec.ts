import { DiskBrowser } from './helpers/browser.ts';
import { expect, visit } from './helpers/home.ts';
import { logIn, shellReady } from './helpers/phone.ts';

// Chromium reports installability only in a persistent profile.
visit('the app is installable', async ({ network }) => {
  const browser = new DiskBrowser();
  try {
    const { context, page } = await browser.open();
    await logIn(page, 'learner', `${network.url}/`);
    await shellReady(page);
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
  } finally {
    await browser.remove();
  }
});

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { FormField } from '../../contract/landing/values.ts';
import { Client } from './helpers/client.ts';
import { expect, visit as test } from './helpers/home.ts';
import { Proxy } from './helpers/proxy.ts';
import type { Server } from './helpers/start-server.ts';

// Visitors of a landing page, on devices without the app.

const fields: FormField[] = ['name', 'phone', 'comment'];
const consent = 'Mia may call me.';

interface Landing {
  /** The address of the page, behind a network that can be disturbed. */
  url: string;
  network: Proxy;
  /** Returns the number of leads that came from the page. */
  leads(): Promise<number>;
}

/** Publishes a page with a form and a video, as a member does in the editor. */
async function publish(server: Server, unique_name: string): Promise<Landing> {
  // Leads become members of the team of the page's owner. Another test counts the team of the demo learner, so the page
  // gets an owner of its own.
  const client = await Client.register(server.url);
  const { landing_url } = await client.call('configs.all');
  const { id } = await client.call('flows.add', { body: { title: 'First steps', unique_name, lang: 'en' } });
  const add = (body: object) => client.call('flows.add_element', { params: { flowId: id }, body });
  await add({ type: 'form', fields, label: 'Call me', consent, thanks: 'See you soon', tag: '' });
  await add({ type: 'video', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' });
  await client.call('flows.publish', { params: { id }, body: {} });
  const network = new Proxy(() => String(landing_url));
  await network.open();
  return {
    url: `${network.url}/l/${unique_name}`,
    network,
    leads: async () => (await client.call('flows.list')).find((flow) => flow.id === id)!.stats.leads,
  };
}

let visitors = 0;

/**
 * Opens a page that sends requests with a unique IP address, because the server accepts only a few forms per minute
 * from each address.
 */
async function openVisitorPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  visitors += 1;
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${visitors}` },
    ...options,
  });
  return context.newPage();
}

/**
 * Opens the page and advances its clock by ten seconds, because the server treats a form that is sent right after the
 * page was opened as sent by a bot.
 */
async function openAWhileAgo(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(url);
  await page.clock.fastForward(10_000);
}

async function fillIn(page: Page, phone: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('checkbox', { name: consent }).check();
}

const submit = (page: Page) => page.getByRole('button', { name: 'Call me' });

test('a visitor without JavaScript corrects a form and becomes one lead, even if the form is sent twice', async ({
  browser,
  server,
}) => {
  const landing = await publish(server, 'without-script');
  const page = await openVisitorPage(browser, { javaScriptEnabled: false });
  await page.goto(landing.url);
  await fillIn(page, '12');
  await page.getByLabel('Comment').fill('After six');
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('The form has not been sent yet. Check the marked fields.');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Phone is incorrect');
  await expect(page.getByLabel('Phone')).toBeFocused();
  await expect(page.getByLabel('Comment')).toHaveValue('After six');
  await expect(page.getByRole('checkbox', { name: consent })).toBeChecked();
  const send = async (): Promise<void> => {
    await fillIn(page, '+49 151 11223344');
    await page.getByLabel('Comment').fill('After six');
    await submit(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('See you soon')).toBeVisible();
  };
  await send();
  await page.getByRole('link', { name: 'Back to the page' }).click();
  await send();
  expect(await landing.leads()).toBe(1);
  await page.context().close();
  await landing.network.close();
});

test('a form whose response is lost is sent again after a reload, and creates one lead', async ({
  browser,
  server,
}) => {
  const landing = await publish(server, 'bad-network');
  const page = await openVisitorPage(browser);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) violations.push(message.text());
  });
  await openAWhileAgo(page, landing.url);
  await submit(page).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Please, fill this field');
  await fillIn(page, '12');
  await page.getByLabel('Phone').blur();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Phone is incorrect');
  await page.getByLabel('Phone').fill('+49 151 11223355');
  // The server stores the form, and the visitor receives only half of the response.
  landing.network.spoil('/l/bad-network/form', 'cut_half', 1);
  await submit(page).dblclick();
  await expect(page.getByRole('status')).toContainText('The form is kept in this browser');
  await page.reload();
  await expect(page.getByRole('status')).toContainText('See you soon');
  await expect(page.getByRole('status')).toContainText(/Sent at \d\d:\d\d/);
  expect(landing.network.count('/l/bad-network/form')).toBe(2);
  expect(await landing.leads()).toBe(1);
  await page.reload();
  await expect(page.getByLabel('First name')).toBeVisible();
  expect(landing.network.count('/l/bad-network/form')).toBe(2);
  expect(violations).toEqual([]);
  await page.context().close();
  await landing.network.close();
});

test('a form that is filled in offline is sent automatically when the network is back', async ({ browser, server }) => {
  const landing = await publish(server, 'offline-visitor');
  const page = await openVisitorPage(browser);
  await openAWhileAgo(page, landing.url);
  await page.context().setOffline(true);
  await fillIn(page, '+49 151 11223366');
  await submit(page).click();
  await expect(page.getByRole('status')).toContainText('is sent by itself when you are online');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  expect(await landing.leads()).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('status')).toContainText('See you soon');
  expect(await landing.leads()).toBe(1);
  await page.context().close();
  await landing.network.close();
});

test('a video of a landing page is loaded from its host only after a click', async ({ browser, server }) => {
  const landing = await publish(server, 'with-video');
  const page = await openVisitorPage(browser);
  const requested: string[] = [];
  await page.route(/youtube/, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  await page.goto(landing.url);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(requested).toEqual([]);
  await page.getByRole('link', { name: 'Play video' }).click();
  await expect(page.frameLocator('iframe').getByText('player')).toBeVisible();
  expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1']);
  await page.context().close();
  await landing.network.close();
});

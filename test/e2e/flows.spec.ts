import type { Locator, Page } from '@playwright/test';
import type { Flow } from '../../contract/entities/flow.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { blockTypes, type BlockType } from '../../contract/landing/values.ts';
import { hostileTexts, sampleBlocks } from '../helpers/page-blocks.ts';
import { Client } from './helpers/client.ts';
import { expect, test } from './helpers/home.ts';
import { logIn, openOnlinePage, pill, tableRows, waitForShell } from './helpers/phone.ts';
import type { Fault } from './helpers/proxy-faults.ts';
import type { Proxy } from './helpers/proxy.ts';

const WITHOUT_FAULTS = { timeout: 30_000 };
/** Enough time for several attempts with growing delays on a disturbed network. */
const WITH_FAULTS = { timeout: 90_000 };

const findFlow = async (page: Page, title: string): Promise<Flow> => {
  const flow = (await tableRows<Flow>(page, 'flows')).find((row) => row.title === title);
  if (!flow) throw new Error(`there is no flow ${title}`);
  return flow;
};

/** Returns the blocks of a page on the device, without the fields that the server sets. */
const readBlocks = async (page: Page, flow_id: string): Promise<Partial<LandingBlock>[]> =>
  (await tableRows<LandingBlock>(page, 'landing_blocks'))
    .filter((block) => block.flow_id === flow_id)
    .toSorted((a, b) => (a.position < b.position ? -1 : 1));

/** Returns the labels of the blocks in the outline, in order. */
const readOutline = (page: Page): Promise<string[]> =>
  page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));

const rowOf = (page: Page, name: RegExp): Locator => page.getByRole('row', { name }).first();

/** Faults that lose, truncate or repeat a reply after the server has processed the request. */
const pushFaults: readonly Fault[] = ['lose_reply', 'cut_half', 'doubled', 'status_502'];

/** Applies each of `pushFaults` to one push, and two other faults to uploads of images. */
function addFaults(network: Proxy): void {
  for (const fault of pushFaults) network.spoil('/api/sync/push', fault, 1);
  for (const fault of ['reset_reply', 'lose_request'] as const) network.spoil('/api/sync/blobs/', fault, 1);
}

/** Creates a page from the first starting page, and waits for its blocks. */
async function createPage(page: Page, title: string): Promise<void> {
  await page.goto('/flows/new');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('button', { name: 'Create flow' }).click();
  await expect(page.getByRole('row')).toHaveCount(8);
}

/** Fields whose values the server checks, with values that it accepts. */
const checkedProps = {
  hero: { target: { kind: 'form', value: '' } },
  button: { target: { kind: 'form', value: '' } },
  contacts: { phone: '', email: '', telegram: '' },
} as const;

/** Adds a block of each type with free text. Each text contains a script. */
async function addHostileBlocks(client: Client, flow_id: string): Promise<BlockType[]> {
  const added: BlockType[] = [];
  for (const type of blockTypes) {
    // Samples with images are skipped, because the server does not have their files.
    const sample = sampleBlocks[type]
      .map((block) => JSON.stringify(block))
      .find((block) => block.includes('onerror') && !block.includes('sha256'));
    if (sample === undefined || type === 'video') continue;
    const props = { ...JSON.parse(sample), ...checkedProps[type as keyof typeof checkedProps] };
    for (const field of ['id', 'rev', 'flow_id', 'position', 'created_at', 'updated_at']) delete props[field];
    await client.call('flows.add_element', { params: { flowId: flow_id }, body: props });
    added.push(type);
  }
  return added;
}

/** Fills in fields of a block in its sheet on a phone. */
async function fillBlock(page: Page, name: RegExp, fields: Record<string, string>): Promise<void> {
  await rowOf(page, name).click();
  const sheet = page.getByRole('dialog');
  for (const [label, text] of Object.entries(fields))
    await sheet.getByRole('textbox', { name: label, exact: true }).fill(text);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toHaveCount(0);
}

/** Chooses a picture in the open sheet, and crops it to a square. */
async function addImage(page: Page, button: string, number: number): Promise<void> {
  const buffer = await page.screenshot({ clip: { x: number, y: 0, width: 240 + number, height: 180 } });
  const sheet = page.getByRole('dialog').first();
  await sheet.getByLabel('Image file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: 'Crop image' });
  await crop.getByText('1:1').click();
  await crop.getByRole('button', { name: 'Use image' }).click();
  await expect(crop).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: button === 'Choose image' ? 'Replace' : button })).toBeVisible();
}

test('a page is built offline with pictures, published when the network is back, and opened by a visitor', async ({
  page,
  context,
  browser,
  server,
  network,
}) => {
  const title = 'An evening in the garden';
  await page.goto('/flows');
  await waitForShell(page);
  await context.setOffline(true);
  await createPage(page, title);
  await fillBlock(page, /Hero/, { Title: 'Come to the garden', Subtitle: 'On the first warm evening of the year.' });
  await fillBlock(page, /What to expect/, { Text: 'This awaits you' });
  await fillBlock(page, /When and where/, { Text: 'The way there' });

  await rowOf(page, /List/).click();
  await page.getByRole('textbox', { name: 'Item 1' }).fill('Music');
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Lanterns');
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('textbox', { name: 'Item 4' }).fill('Tea');
  await page.getByRole('button', { name: 'Move item 4 up' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await rowOf(page, /Hero/).click();
  await addImage(page, 'Choose image', 1);
  await page.getByRole('textbox', { name: 'Description of the image' }).fill('A garden with lanterns');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await addImage(page, 'Choose image', 2);
  await page
    .getByRole('checkbox', { name: 'The image only decorates and needs no description' })
    .check({ force: true });
  await page.getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  // A deleted block can be restored; a hidden block stays in the list.
  await page.getByRole('button', { name: 'Actions for FAQ' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('row')).toHaveCount(9);
  await page.getByRole('button', { name: 'Actions for Text' }).click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await page.getByRole('button', { name: 'Actions for List' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Move Hero down' }).click();
  await expect.poll(async () => (await readOutline(page))[1]).toContain('Hero');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(async () => (await readOutline(page))[0]).toContain('Hero');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();

  // The history of the editor survives a reload.
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(10);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(async () => (await readOutline(page))[1]).toContain('Hero');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(async () => (await readOutline(page))[0]).toContain('Hero');

  addFaults(network);
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', WITH_FAULTS);
  for (const fault of ['lose_reply', 'reset_reply', 'lose_request'] as const)
    expect(network.hits(fault), fault).toBeGreaterThan(0);
  const { id } = await findFlow(page, title);
  const client = await Client.logIn(server.url, 'learner');
  const { elements } = await client.call('flows.landing', { params: { id } });
  expect(elements).toEqual(await readBlocks(page, id));
  expect(elements).toHaveLength(10);

  await page.getByRole('button', { name: 'Publish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish this page?' });
  await expect(sheet.getByText('Address is free')).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
  const link = page.getByRole('dialog', { name: 'Published' }).getByRole('link');
  const url = await link.getAttribute('href', WITHOUT_FAULTS);
  expect(url).toContain('/l/an-evening-in-the-garden');
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(url!);
  await expect(visitor.getByRole('heading', { name: 'Come to the garden' })).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'A garden with lanterns' })).toBeVisible();
  await expect(visitor.getByText('as soon as you have saved your place')).toHaveCount(0);
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Lanterns' })).toHaveCount(2);
  await visitor.context().close();
});

test('two devices merge edits of different blocks of a page, and report a conflict about the same text', async ({
  page,
  context,
  browser,
  network,
}) => {
  const title = 'A course for two';
  await createPage(page, title);
  await expect(pill(page)).toContainText('Up to date', WITHOUT_FAULTS);
  const { id } = await findFlow(page, title);
  const other = await openOnlinePage(browser, network.url);
  await logIn(other, 'learner', `/flows/edit_landing/${id}`);
  await expect(other.getByRole('row')).toHaveCount(8);
  // Load the code of the form while the network is still available.
  await rowOf(other, /Hero/).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await context.setOffline(true);
  await other.context().setOffline(true);
  await fillBlock(page, /Hero/, { Title: 'From the first device' });
  await fillBlock(other, /Hero/, { Title: 'From the second device' });
  await fillBlock(other, /What to expect/, { Text: 'Only on the second device' });

  addFaults(network);
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', WITH_FAULTS);
  network.heal();
  const lost = network.hits('lose_reply');
  expect(lost).toBeGreaterThan(0);
  addFaults(network);
  await other.context().setOffline(false);
  await expect(pill(other)).toContainText('1 needs you', WITH_FAULTS);
  await expect(rowOf(page, /Only on the second device/)).toBeVisible(WITH_FAULTS);
  await other.getByRole('button', { name: 'Two versions: choose one' }).click();
  const sheet = other.getByRole('dialog', { name: 'You changed this block on two devices' });
  const versions = sheet.getByRole('radiogroup', { name: 'Title' });
  await expect(versions.getByText('From the first device')).toBeVisible();
  await versions.getByText('From the second device').click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(pill(other)).toContainText('Up to date', WITHOUT_FAULTS);
  await expect(rowOf(page, /From the second device/)).toBeVisible(WITHOUT_FAULTS);
  await expect.poll(() => readBlocks(page, id)).toEqual(await readBlocks(other, id));
  expect(network.hits('lose_reply')).toBeGreaterThan(lost);
  await other.context().close();
});

test('a page is edited with the keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await createPage(page, 'Made with keys');
  await rowOf(page, /Hero/).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('What to expect');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await readOutline(page))[0]).toContain('What to expect');
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show block' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readOutline(page))[0]).toContain('Hero');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await readOutline(page))[0]).toContain('What to expect');

  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Add a block' })).toBeVisible();
  await page.getByRole('button', { name: 'Testimonial' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(9);
  await page.getByRole('textbox', { name: 'Quote' }).focus();
  await page.keyboard.type('We keep coming, h and all');
  await expect(rowOf(page, /We keep coming/)).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).focus();
  await page.keyboard.press('p');
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText('We keep coming, h and all')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
});

test('the editor and its preview run no script from the fields of a page', async ({ page, server }) => {
  const problems: string[] = [];
  page.on('dialog', async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // Violations of the policy are errors on the console.
    if (message.type() === 'error') problems.push(message.text());
  });
  const client = await Client.logIn(server.url, 'learner');
  const [, title, , description] = hostileTexts;
  const body = { title: title!, description: description!, unique_name: 'nasty-texts', lang: 'en' as const };
  const { id } = await client.call('flows.add', { body });
  const { length } = await addHostileBlocks(client, id);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/flows/edit_landing/${id}`);
  await expect(page.getByRole('row')).toHaveCount(length);
  for (const row of await page.getByRole('row').all()) {
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true');
  }
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Preview' }).getByText(title!).first()).toBeVisible();
  expect(problems).toEqual([]);
});

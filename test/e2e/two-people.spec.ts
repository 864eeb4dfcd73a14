import type { Page } from '@playwright/test';
import type { Contact } from '../../contract/entities/contact.ts';
import { Client } from './helpers/client.ts';
import { expect, test } from './helpers/home.ts';
import { logIn, pill, tableRows, waitForShell, type Who } from './helpers/phone.ts';

/** One contact is edited offline on two devices, in one case by two people and in the other by one person. */
const pairs: { first: Who; second: Who; title: string; theirs: RegExp; mine: RegExp }[] = [
  {
    first: 'consultant',
    second: 'manager',
    title: 'You and Olga Sommer changed this contact',
    theirs: /Olga Sommer/,
    mine: /Yours/,
  },
  {
    first: 'consultant',
    second: 'consultant',
    title: 'You changed this contact on two devices',
    theirs: /Chrome/,
    mine: /This device/,
  },
];

async function edit(page: Page, id: string, fields: Record<string, string>): Promise<void> {
  await page.goto(`/contacts/${id}/edit`);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(pill(page)).toContainText('Offline, 1 to send');
}

const contactOn = async (page: Page, id: string): Promise<Contact | undefined> =>
  (await tableRows<Contact>(page, 'contacts')).find((contact) => contact.id === id);

/** Expects equal values of the contact on both devices and on the server. */
async function expectSame(
  phones: readonly Page[],
  client: Client,
  id: string,
  fields: Partial<Contact>,
): Promise<void> {
  const found = await client.call('contacts.list', { query: { page_size: '100' } });
  const results = Array.isArray(found) ? found : found.results;
  const theirs = results.find((contact) => contact.id === id);
  expect(theirs).toMatchObject(fields);
  for (const phone of phones) await expect.poll(async () => contactOn(phone, id)).toEqual(theirs);
}

for (const { first, second, title, theirs, mine } of pairs) {
  test(`two phones merge a contact changed offline on both: ${first} and ${second}`, async ({
    browser,
    pageOf,
    server,
    network,
  }) => {
    const firstPage = await pageOf(first);
    const isSamePerson = first === second;
    const secondPage = isSamePerson
      ? await (await browser.newContext({ baseURL: network.url })).newPage()
      : await pageOf(second);
    await firstPage.goto('/contacts');
    if (isSamePerson) await logIn(secondPage, second, '/contacts');
    else await secondPage.goto('/contacts');
    // Only the app itself must be cached, because no lesson is opened here.
    await waitForShell(secondPage);
    const phones = [firstPage, secondPage];
    const client = await Client.logIn(server.url, first);
    const body = {
      first_name: 'Jonas',
      last_name: 'Weber',
      notes: 'Met at the open evening.',
      address: 'Old street 1',
    };
    const { id } = await client.call('contacts.add', { body });
    for (const phone of phones) await expect.poll(async () => (await contactOn(phone, id))?.first_name).toBe('Jonas');
    const offline = (isOffline: boolean) => Promise.all(phones.map((page) => page.context().setOffline(isOffline)));

    // Different fields were edited, so both edits are kept without a conflict.
    await offline(true);
    await edit(firstPage, id, { Notes: 'Asked for the reading list.' });
    await edit(secondPage, id, { Address: 'New street 2' });
    for (const page of phones) {
      await page.context().setOffline(false);
      await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    }
    await expectSame(phones, client, id, { notes: 'Asked for the reading list.', address: 'New street 2' });

    // The same field was edited, so the person who syncs later sees both values and chooses one.
    await offline(true);
    await edit(firstPage, id, { Notes: 'Prefers to be called.' });
    await edit(secondPage, id, { Notes: 'Prefers to be written to.' });
    await firstPage.context().setOffline(false);
    await expect(pill(firstPage)).toContainText('Up to date', { timeout: 30_000 });
    await secondPage.context().setOffline(false);
    await expect(pill(secondPage)).toContainText('1 needs you', { timeout: 30_000 });
    await pill(secondPage).click();
    await secondPage.getByRole('button', { name: 'Choose', exact: true }).click();
    const sheet = secondPage.getByRole('dialog', { name: title });
    const notes = sheet.getByRole('radiogroup', { name: 'Notes' });
    await expect(notes.getByRole('radio', { name: theirs })).toHaveAccessibleName(/Prefers to be called\./);
    await expect(notes.getByRole('radio', { name: mine })).toHaveAccessibleName(/Prefers to be written to\./);
    await notes.getByText('Prefers to be written to.').click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    for (const page of phones) await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    await expectSame(phones, client, id, { notes: 'Prefers to be written to.', address: 'New street 2' });
    for (const page of phones) await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
    if (isSamePerson) await secondPage.context().close();
  });
}

import type { Contact } from '../../contract/entities/contact.ts';
import { Client } from './helpers/client.ts';
import { expect, test } from './helpers/home.ts';
import { logIn, pill, tableRows, waitForShell } from './helpers/phone.ts';

test("a merge made offline reaches the server without losing another device's edit of the merged contact", async ({
  browser,
  pageOf,
  server,
  network,
}) => {
  const first = await pageOf('consultant');
  const second = await (await browser.newContext({ baseURL: network.url })).newPage();
  await first.goto('/contacts');
  await logIn(second, 'consultant', '/contacts');
  await waitForShell(second);
  const client = await Client.logIn(server.url, 'consultant');
  const person = { first_name: 'Paula', last_name: 'Winterfeld' };
  const kept = await client.call('contacts.add', { body: { ...person, notes: 'Prefers the evening.' } });
  const other = await client.call('contacts.add', { body: { ...person, city: 'Bonn' } });
  const paulas = async (page: typeof first): Promise<Contact[]> =>
    (await tableRows<Contact>(page, 'contacts')).filter(({ last_name }) => last_name === person.last_name);
  for (const page of [first, second]) await expect.poll(async () => (await paulas(page)).length).toBe(2);

  await first.context().setOffline(true);
  await second.context().setOffline(true);
  await first.goto(`/contacts/${kept.id}`);
  await first.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await first.getByRole('menuitem', { name: 'Merge with…' }).click();
  await first.getByRole('list', { name: 'Possible duplicates' }).getByRole('button').first().click();
  await first.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(pill(first)).toContainText('Offline, 2 to send');
  expect(await paulas(first)).toMatchObject([{ id: kept.id, city: 'Bonn', merged_ids: [other.id] }]);

  await second.goto(`/contacts/${other.id}/edit`);
  await second.getByLabel('Notes', { exact: true }).fill('Has moved.');
  await second.getByRole('button', { name: 'Save contact' }).click();
  await expect(pill(second)).toContainText('Offline, 1 to send');

  await first.context().setOffline(false);
  await expect(pill(first)).toContainText('Up to date', { timeout: 30_000 });
  await second.context().setOffline(false);
  await expect(pill(second)).toContainText('1 needs you', { timeout: 30_000 });
  await second.goto('/sync');
  await second.getByRole('link', { name: 'Edit and resend' }).click();
  await expect(second.getByLabel('Notes', { exact: true })).toHaveValue('Prefers the evening.\n\nHas moved.');
  await second.getByRole('button', { name: 'Save contact' }).click();
  const result = [{ id: kept.id, city: 'Bonn', notes: 'Prefers the evening.\n\nHas moved.' }];
  for (const page of [first, second]) await expect.poll(() => paulas(page)).toMatchObject(result);

  // The address of the merged contact opens the contact into which it was merged.
  await second.goto(`/contacts/${other.id}`);
  await expect(second).toHaveURL(new RegExp(`/contacts/${kept.id}`));
  await second.context().close();
});

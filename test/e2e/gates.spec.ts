import type { Task } from '../../contract/entities/task.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { Client } from './helpers/client.ts';
import { logIn, pill, waitUntilReadyForOffline, tableRows, tryLogIn } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

test("a blocked person's changes are kept and sent when access is restored", async ({ page, context, server }) => {
  await logIn(page, 'consultant', '/tasks');
  await waitUntilReadyForOffline(page);
  await context.setOffline(true);
  const row = page.getByRole('listitem').filter({ hasText: 'Call Sergey B.' });
  await row.getByRole('button', { name: 'Start' }).click();
  await expect(pill(page)).toContainText('Offline, 1 to send');

  const manager = await Client.logIn(server.url, 'manager');
  const [{ id: user_id } = { id: '' }] = await tableRows<{ id: string }>(page, 'me');
  const block = (is_blocked: boolean) => manager.call('employees.block', { body: { user_id, is_blocked } });
  await block(true);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('will be sent when your access is restored')).toBeVisible();
  expect(await tableRows(page, 'outbox')).toHaveLength(1);
  // No data is shown on this or any other screen, and starting the app offline does not reveal it.
  await expect(row).toHaveCount(0);
  await context.setOffline(true);
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await context.setOffline(false);

  await block(false);
  await page.goto('/sync');
  // The block ended the session. The changes on the device wait until the same person logs in.
  await expect(page.getByText('1 change will be sent when you log in as Olga')).toBeVisible();
  await tryLogIn(page, 'consultant@example.org', DEMO_PASSWORD);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  const tasks: Task[] = await (await Client.logIn(server.url, 'consultant')).tasks();
  expect(tasks.find(({ title }) => title === 'Call Sergey B.')).toMatchObject({ state: 'in_progress' });
});

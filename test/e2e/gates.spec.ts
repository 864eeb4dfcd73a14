import { join } from 'node:path';
import type { Task } from '../../contract/entities/task.ts';
import { openEmbedded } from '../../server/db/drivers.ts';
import { Client } from './helpers/client.ts';
import { logIn, pill, readyForOffline, rowsOf } from './helpers/phone.ts';
import type { Server } from './helpers/start-server.ts';
import { expect, test } from './helpers/test.ts';

/** Only possible in the database so far. */
async function block(server: Server, email: string, is_blocked: boolean): Promise<void> {
  await server.stop();
  const db = await openEmbedded(join(server.folder, 'pgdata'));
  await db.query('update users set is_blocked = $1 where email = $2', [is_blocked, email]);
  await db.close();
  await server.start();
}

test("a blocked person's changes are kept and sent when access is restored", async ({ page, context, server }) => {
  await logIn(page, 'consultant', '/tasks');
  await readyForOffline(page);
  await context.setOffline(true);
  const row = page.getByRole('listitem').filter({ hasText: 'Call Sergey B.' });
  await row.getByRole('button', { name: 'Start' }).click();
  await expect(pill(page)).toContainText('Offline, 1 to send');

  await block(server, 'consultant@example.org', true);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('will be sent when your access is restored')).toBeVisible();
  expect(await rowsOf(page, 'outbox')).toHaveLength(1);
  // No data is shown, here or on any other screen, and an offline start does not reveal it.
  await expect(row).toHaveCount(0);
  await context.setOffline(true);
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await context.setOffline(false);

  await block(server, 'consultant@example.org', false);
  await page.goto('/sync');
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  const held: Task[] = await (await Client.logIn(server.url, 'consultant')).tasks();
  expect(held.find(({ title }) => title === 'Call Sergey B.')).toMatchObject({ state: 'in_progress' });
});

import type { Page } from '@playwright/test';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { Person } from '../../contract/entities/person.ts';
import type { Task } from '../../contract/entities/task.ts';
import { Client } from './helpers/client.ts';
import { pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

const upToDate = { timeout: 30_000 };

const reachedCount = (page: Page) => page.getByText(/^\d+ reached$/);

test.use({ who: 'consultant' });

test("a call logged offline completes the person's task, and the person counts as reached on the day screen", async ({
  page,
  context,
  server,
}) => {
  const client = await Client.logIn(server.url, 'consultant');
  await page.goto('/staff-dashboard');
  const people = await tableRows<Person>(page, 'people');
  const person = people.find(({ status }) => status === 'processing')!;
  const name = `${person.first_name} ${person.last_name}`.trim();
  const start_at = new Date(Date.now() + 600_000).toISOString();
  const body = { type: 'call', title: 'The call of the day', start_at, linked_user_id: person.id } as const;
  const { id } = await client.call('tasks.create', { body });
  await expect.poll(async () => (await tableRows<Task>(page, 'tasks')).some((task) => task.id === id)).toBe(true);

  await page.getByRole('button', { name: 'Prepare for tomorrow' }).click();
  await expect(page.getByText(/^Everything is on this device. All changes were sent at/)).toBeVisible(upToDate);

  const before = (await reachedCount(page).isVisible()) ? Number.parseInt(await reachedCount(page).innerText()) : 0;
  await context.setOffline(true);
  await page.goto('/tasks?view=day');
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'The call of the day' })).toBeVisible();
  await page.goto(`/calls/new?person=${person.id}`);
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByLabel('Minutes').fill('5');
  await page.getByRole('button', { name: 'Reached' }).click();
  await expect(pill(page)).toContainText('Offline, 2 to send');

  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', upToDate);
  const done = (await client.tasks()).find((task) => task.id === id);
  expect(done).toMatchObject({ state: 'completed', result: 'reached', direction: 'out', linked_user_id: person.id });
  const logged = (await tableRows<Interaction>(page, 'interactions')).find(({ task_id }) => task_id === id);
  expect(logged).toMatchObject({ user_id: person.id, duration_s: 300, result: 'reached' });
  await page.goto('/staff-dashboard');
  await expect(reachedCount(page)).toHaveText(`${before + 1} reached`);
});

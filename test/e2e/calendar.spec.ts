import type { Task } from '../../contract/entities/task.ts';
import { addDays, dateIn, instantIn } from '../../contract/zones.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { Client } from './helpers/client.ts';
import { pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';
import { zone } from './helpers/zone.ts';

const upToDate = { timeout: 30_000 };

test.use({ who: 'consultant' });

test('tasks are moved in the week view by mouse and keyboard while offline, undone, and sent later', async ({
  page,
  context,
  server,
}) => {
  const client = await Client.logIn(server.url, 'consultant');
  const day = addDays(dateIn(zone, Date.now()), 5);
  const at = (time: string): string => new Date(instantIn(zone, `${day}T${time}`)).toISOString();
  const body = { type: 'meet', title: 'Plan the fair', start_at: at('12:00'), end_at: at('13:00') } as const;
  const { id } = await client.call('tasks.create', { body });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/tasks?view=week&day=${day}`);
  const block = page.getByRole('button', { name: /^Plan the fair/ });
  await expect(block).toBeVisible(upToDate);
  const startOf = async (): Promise<string | undefined> =>
    (await tableRows<Task>(page, 'tasks')).find((task) => task.id === id)?.start_at;
  expect(await findAccessibilityViolations(page, 'week')).toEqual([]);

  await context.setOffline(true);
  // Below the sticky row of the days, which hides the block if other tasks of the week are later.
  await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await block.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + 10);
  await page.mouse.down();
  // An hour is 62 px high.
  await page.mouse.move(box.x + 30, box.y + 10 + 31, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^Moved to .* 12:30$/)).toBeVisible();
  expect(await startOf()).toBe(at('12:30'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(startOf).toBe(at('12:00'));

  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(block).toHaveAccessibleName(/12:15–13:15, Not sent yet$/);
  await expect(block).toBeFocused();
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', upToDate);
  expect((await client.tasks()).find((task) => task.id === id)?.start_at).toBe(at('12:15'));
});

test('a press on a free time, or Enter on a focused hour, adds a task offline', async ({ page, context }) => {
  const day = addDays(dateIn(zone, Date.now()), 6);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/tasks?view=week&day=${day}`);
  const column = page.locator(`[data-day-column="${day}"]`);
  await expect(column).toBeVisible(upToDate);
  await expect(pill(page)).toContainText('Up to date', upToDate);
  await context.setOffline(true);
  const save = async (title: string): Promise<void> => {
    const sheet = page.getByRole('dialog', { name: 'New task' });
    await sheet.getByRole('radio', { name: 'Meeting' }).check({ force: true });
    await sheet.getByRole('textbox', { name: 'Title' }).fill(title);
    await sheet.getByRole('button', { name: 'Add task' }).click();
    await expect(sheet).toHaveCount(0);
  };

  // An hour is 62 px high.
  await column.evaluate((element) => element.closest('[role="grid"]')!.scrollTo(0, 9 * 62));
  const { x, y } = (await column.boundingBox())!;
  await page.mouse.click(x + 20, y + 10.7 * 62);
  await save('Look at the hall');
  await expect(page.getByRole('button', { name: /^Look at the hall ?, Meeting, 10:30–11:30/ })).toBeVisible();

  const name = new Date(`${day}T12:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  await page
    .getByRole('grid')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .focus();
  const hour = page.getByRole('button', { name: /, 13:00: add a task$/ });
  for (let step = 0; step < 24 && !(await hour.isVisible()); step += 1) await page.keyboard.press('ArrowDown');
  await expect(hour).toBeFocused();
  await page.keyboard.press('Enter');
  await save('Walk through the hall');
  await expect(page.getByRole('button', { name: /^Walk through the hall ?, Meeting, 13:00–14:00/ })).toBeVisible();
  expect(await findAccessibilityViolations(page, 'week with new tasks')).toEqual([]);

  await page.getByRole('checkbox', { name: 'Call' }).check({ force: true });
  await expect(page.getByRole('button', { name: /^Walk through the hall/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: /^Walk through the hall/ })).toBeVisible();
});

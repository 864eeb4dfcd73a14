import type { Task } from '../../contract/entities/task.ts';
import { Client } from './helpers/client.ts';
import { DiskBrowser } from './helpers/browser.ts';
import { logIn, pill, waitUntilReadyForOffline, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

/** Returns the fields that must be equal on the device and on the server: state, result and every slice. */
function comparedFields(tasks: readonly Task[]) {
  return tasks
    .map(({ id, title, state, slices, result, result_note, rev }) => ({
      id,
      title,
      state,
      slices,
      result,
      result_note,
      rev,
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

test('a task survives a killed browser, continues offline and matches the server', async ({ server }) => {
  const browser = new DiskBrowser();
  try {
    const first = await browser.open();
    await logIn(first.page, 'consultant', `${server.url}/tasks`);
    const row = (title: string) => first.page.getByRole('listitem').filter({ hasText: title });
    await waitUntilReadyForOffline(first.page);
    await row('Call Sergey B.').getByRole('button', { name: 'Start' }).click();
    await expect(row('Call Sergey B.').getByRole('button', { name: 'Pause' })).toBeVisible();
    const { slices: before } = (await tableRows<Task>(first.page, 'tasks')).find(
      ({ title }) => title === 'Call Sergey B.',
    )!;
    await browser.kill();

    const { context, page } = await browser.open({ offline: true });
    await page.goto(`${server.url}/staff-dashboard`);
    const timer = page.getByRole('timer');
    await expect(timer).toBeVisible();
    const shown = await timer.textContent();
    await expect(timer, 'the clock goes on').not.toHaveText(shown ?? '');
    await expect(pill(page)).toContainText('Offline');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(timer).toHaveCount(0);

    const today = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await page.goto(`${server.url}/tasks`);
    await today('Message Petra L.').getByRole('button', { name: 'Start' }).click();
    await today('Visit Lena Wolf').getByRole('button', { name: 'Start' }).click();
    // Only one task of a person can run, so the previously running task is paused automatically.
    await expect(today('Message Petra L.').getByRole('button', { name: 'Resume' })).toBeVisible();
    await expect(today('Visit Lena Wolf').getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('link', { name: 'Visit Lena Wolf' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Took place', { exact: true }).click();
    await sheet.getByLabel('Note (optional)').fill('She comes to the evening group.');
    await sheet.getByRole('button', { name: 'Save result' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(pill(page)).toContainText(/Offline, \d+ to send/);

    await context.setOffline(false);
    await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    const client = await Client.logIn(server.url, 'consultant');
    const mine = await tableRows<Task>(page, 'tasks');
    expect(comparedFields(await client.tasks())).toEqual(comparedFields(mine));
    const byTitle = new Map(mine.map((task) => [task.title, task]));
    expect(byTitle.get('Call Sergey B.')).toMatchObject({
      state: 'paused',
      slices: [{ id: before[0]?.id, from: before[0]?.from }],
    });
    expect(byTitle.get('Message Petra L.')).toMatchObject({ state: 'paused' });
    expect(byTitle.get('Visit Lena Wolf')).toMatchObject({
      state: 'completed',
      result_note: 'She comes to the evening group.',
    });
    expect(mine.flatMap(({ slices }) => slices).every(({ to }) => to !== null)).toBe(true);
    await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
  } finally {
    await browser.remove();
  }
});

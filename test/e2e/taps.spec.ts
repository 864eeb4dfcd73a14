import type { Page } from '@playwright/test';
import type { Comment } from '../../contract/entities/comment.ts';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { Task } from '../../contract/entities/task.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { Client } from './helpers/client.ts';
import { expect, test, visit } from './helpers/home.ts';
import { addNextTask } from './helpers/next-task.ts';
import { logIn, tableRows } from './helpers/phone.ts';

// Counts the taps that the most frequent actions of the day need, starting from the day screen on a phone.

interface Meta {
  key: string;
  value: { name?: string; user_id?: string } | null;
}

const calledUser = async (page: Page) =>
  (await tableRows<Meta>(page, 'meta')).find(({ key }) => key === 'call_intent')?.value?.user_id;

/** Starts counting the taps on the page. Clicks are not counted, because a tap on a chip causes two clicks. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['taps'] = '0';
    const count = (): void => {
      document.body.dataset['taps'] = String(Number(document.body.dataset['taps']) + 1);
    };
    addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.body.dataset['taps']));
}

// Uses a separate device, because the app shows a question about the call at its next start.
visit('takes a lead and calls it with two taps', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, 'consultant', '/staff-dashboard');
  const list = page.getByRole('list', { name: 'Waiting leads' });
  const button = list.getByRole('button', { name: /^Take / }).first();
  await expect(button).toBeVisible();
  expect(await findAccessibilityViolations(page, 'day screen with waiting leads')).toEqual([]);
  const name = (await button.getAttribute('aria-label'))!.replace('Take ', '');
  const taps = await countTaps(page);
  await button.click();
  await expect(list.getByText(`${name} is yours`)).toBeVisible({ timeout: 30_000 });
  await list.getByRole('link', { name: `Call ${name}` }).click();
  await expect.poll(() => calledUser(page)).toBeTruthy();
  expect(await taps()).toBe(2);
  expect(await findAccessibilityViolations(page, 'day screen with a lead just taken')).toEqual([]);
});

// Uses a separate device, because the app shows a question about the call at its next start.
visit('calls the next person and starts the task with one tap', async ({ page, server }) => {
  const client = await Client.logIn(server.url, 'consultant');
  await logIn(page, 'consultant', '/staff-dashboard');
  const id = await addNextTask(page, client, 'call', 'The next call');
  const call = page.getByRole('link', { name: /^Call \+/ });
  await expect(call).toBeVisible();
  const taps = await countTaps(page);
  await call.click();
  await expect.poll(() => calledUser(page)).toBeTruthy();
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
  expect(await taps()).toBe(1);
  expect((await tableRows<Task>(page, 'tasks')).find((task) => task.id === id)?.state).toBe('in_progress');
  // Cancel the task, so that the next tests start without a running task.
  const at = new Date().toISOString();
  await client.call('tasks.update', { body: { id, action: 'cancel', at } });
});

test.use({ who: 'consultant' });

test('logs a call on the day screen with three taps', async ({ page }) => {
  await page.goto('/staff-dashboard');
  const before = new Set((await tableRows<Interaction>(page, 'interactions')).map(({ id }) => id));
  // The link opens the sheet only after the code of the sheet has been loaded, which happens soon after the start.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('log-call-sheet')),
  );
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'Log a call' }).last().click();
  const people = page.getByRole('dialog', { name: 'Log a call' }).getByRole('list', { name: 'People' });
  await people.getByRole('button').first().click();
  const sheet = page.getByRole('dialog', { name: /^How did the call with .* go\?$/ });
  await sheet.getByRole('button', { name: 'No answer' }).click();
  await expect(page.getByText('Call logged')).toBeVisible();
  expect(await taps()).toBe(3);
  const logged = (await tableRows<Interaction>(page, 'interactions')).filter(({ id }) => !before.has(id));
  expect(logged).toMatchObject([{ kind: 'call', result: 'no_answer' }]);
  expect(new URL(page.url()).pathname).toBe('/staff-dashboard');
});

test('finishes a task and plans the next contact with three taps', async ({ page, server }) => {
  const client = await Client.logIn(server.url, 'consultant');
  await page.goto('/staff-dashboard');
  const id = await addNextTask(page, client, 'meet', 'The visit of today');
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  const finish = page.getByRole('button', { name: 'Finish' });
  await expect(finish).toBeVisible();
  const taps = await countTaps(page);
  await finish.click();
  const sheet = page.getByRole('dialog', { name: 'How did it go?' });
  await sheet.getByText('Took place', { exact: true }).click();
  await sheet.getByRole('button', { name: /^In a week, / }).click();
  await expect(sheet).toHaveCount(0);
  expect(await taps()).toBe(3);
  const tasks = await tableRows<Task>(page, 'tasks');
  expect(tasks.find((task) => task.id === id)).toMatchObject({ state: 'completed', result: 'held' });
  expect(tasks.find((task) => task.follow_up_of === id)).toMatchObject({ state: 'planned' });
});

for (const who of ['consultant', 'learner'] as const) {
  test(`comments on the current lesson with two taps from the first screen of a ${who}`, async ({ pageOf }) => {
    const page = await pageOf(who);
    await page.goto('/dashboard');
    const link = page.getByRole('link', { name: 'Comment' });
    await expect(link).toBeVisible();
    const taps = await countTaps(page);
    await link.click();
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeFocused();
    const text = `Two taps by a ${who}`;
    await page.keyboard.type(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect
      .poll(async () => (await tableRows<Comment>(page, 'comments')).some((row) => row.text === text))
      .toBe(true);
    expect(await taps()).toBe(2);
  });
}

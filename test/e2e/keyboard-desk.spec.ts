import type { Locator, Page } from '@playwright/test';
import type { Task } from '../../contract/entities/task.ts';
import { addDays, dateIn, instantIn } from '../../contract/zones.ts';
import { Client } from './helpers/client.ts';
import { expect, test } from './helpers/home.ts';
import { focusedElementText, pressByKey, tabTo } from './helpers/keyboard.ts';
import { pill, tableRows } from './helpers/phone.ts';
import { zone } from './helpers/zone.ts';

// Runs the main actions of a manager at a desk without a mouse. Each step checks which element has the focus
// afterwards: if it is lost, the next Tab starts again at the top of the page, and a screen reader announces nothing.

test.use({ who: 'manager' });

const upToDate = { timeout: 30_000 };

/** The row that contains the focus. */
const focusedRow = (page: Page): Locator => page.getByRole('row').filter({ has: page.locator(':focus') });

const firstNames = ['Alba', 'Bela', 'Cora'];

test('a manager sorts, selects, assigns and previews people with the keyboard, and never loses the focus', async ({
  page,
  server,
}) => {
  const client = await Client.logIn(server.url, 'manager');
  for (const [index, first_name] of firstNames.entries()) {
    const body = { first_name, last_name: 'Keyworth', phone: `+4915255500${index + 10}`, language: 'en' } as const;
    await client.call('people.create_lead', { body });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/people');
  const grid = page.getByRole('grid', { name: 'People' });
  const search = page.getByRole('searchbox', { name: 'Search people' });
  const panel = page.getByRole('complementary', { name: 'Preview' });
  const bar = page.getByRole('toolbar', { name: 'Selected people' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();

  await test.step('finds people, moves through the rows and sorts', async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('Keyworth');
    await expect(grid).toHaveAttribute('aria-rowcount', '4');
    await tabTo(page, grid.getByRole('rowheader', { name: 'Alba Keyworth' }));
    await page.keyboard.press('ArrowDown');
    await expect(focusedRow(page)).toContainText('Bela Keyworth');
    await page.keyboard.press('j');
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
    await page.keyboard.press('Control+Home');
    await expect(focusedRow(page)).toContainText('Alba Keyworth');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    const name = grid.getByRole('button', { name: 'Name', exact: true });
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    await expect(grid.getByRole('row').nth(1)).toContainText('Cora Keyworth');
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('row').nth(1)).toContainText('Alba Keyworth');
    await expect(name).toBeFocused();
  });

  await test.step('hides a column and shows it again', async () => {
    const columns = page.getByRole('button', { name: 'Columns' });
    const status = grid.getByRole('columnheader', { name: 'Status' });
    for (const isShown of [false, true]) {
      await tabTo(page, columns, 'back');
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('dialog', { name: 'Columns' });
      await pressByKey(page, sheet.getByRole('checkbox', { name: 'Status' }), 'Space');
      // The button stays focused, although its row moves in the list.
      const move = sheet.getByRole('button', { name: isShown ? 'Move Status up' : 'Move Status down' });
      await pressByKey(page, move);
      await expect(move).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await expect(columns).toBeFocused();
      await expect(status).toHaveCount(isShown ? 1 : 0);
    }
  });

  await test.step('selects rows with X and Shift+X, and assigns them', async () => {
    await tabTo(page, grid.getByRole('button', { name: 'Name', exact: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    await expect(bar).toContainText('3 selected');
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
    await page.keyboard.press('a');
    const sheet = page.getByRole('dialog', { name: 'Assign' });
    await tabTo(page, sheet.getByRole('combobox', { name: 'Employee' }));
    await page.keyboard.type('Timur');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pressByKey(page, sheet.getByRole('button', { name: 'Assign', exact: true }));
    const result = page.getByRole('dialog', { name: 'Result' });
    await expect(result.getByText('Assigned: 3')).toBeVisible();
    await pressByKey(page, result.getByRole('button', { name: 'Done' }));
    await expect(result).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
    await expect(grid.getByRole('row').nth(1)).toContainText('Timur Nazarov');
    await pressByKey(page, bar.getByRole('button', { name: 'Clear selection' }));
    await expect(bar).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
    await page.keyboard.press('Shift+X');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
  });

  await test.step('previews a person beside the table, and returns to the row', async () => {
    await page.keyboard.press('Space');
    await expect(panel.getByText('3 of 3')).toBeVisible();
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
    await page.keyboard.press('ArrowUp');
    await expect(panel.getByText('2 of 3')).toBeVisible();
    await expect(focusedRow(page)).toContainText('Bela Keyworth');
    const previous = panel.getByRole('button', { name: 'Previous row' });
    await pressByKey(page, previous);
    await expect(panel.getByText('1 of 3')).toBeVisible();
    // The button does nothing at the first row, but keeps the focus.
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await expect(previous).toBeFocused();
    await pressByKey(page, panel.getByRole('button', { name: 'Close preview' }));
    await expect(panel).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Alba Keyworth');
    await page.keyboard.press('ArrowDown');
    await expect(focusedRow(page)).toContainText('Bela Keyworth');
    await page.keyboard.press('Space');
    await pressByKey(page, panel.getByRole('link', { name: 'Open' }), 'Escape');
    await expect(panel).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Bela Keyworth');
  });

  await test.step('previews people in the drawer of a narrow window, and returns to the person shown last', async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.keyboard.press('Space');
    const drawer = page.getByRole('dialog', { name: 'Preview' });
    await pressByKey(page, drawer.getByRole('button', { name: 'Next row' }));
    await expect(drawer.getByText('3 of 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Cora Keyworth');
  });

  await test.step('opens a person, and comes back to the same list', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Cora Keyworth' })).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'People' }), 'back');
    await page.keyboard.press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', '4');
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
  });
});

test('a manager moves a task in the week with the keyboard and undoes it, and never loses the focus', async ({
  page,
  server,
}) => {
  const client = await Client.logIn(server.url, 'manager');
  const day = addDays(dateIn(zone, Date.now()), 12);
  const at = (time: string): string => new Date(instantIn(zone, `${day}T${time}`)).toISOString();
  const body = { type: 'meet', title: 'Check the keys', start_at: at('12:00'), end_at: at('13:00') } as const;
  const { id } = await client.call('tasks.create', { body });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/tasks?view=week&day=${day}`);
  const block = page.getByRole('button', { name: /^Check the keys/ });
  await expect(block).toBeVisible(upToDate);
  const startOf = async (): Promise<string | undefined> =>
    (await tableRows<Task>(page, 'tasks')).find((task) => task.id === id)?.start_at;

  await test.step('moves a task by half an hour, and undoes it', async () => {
    const weekday = new Date(`${day}T12:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
    const heads = page.getByRole('grid').getByRole('link');
    await tabTo(
      page,
      heads
        .first()
        .or(heads.and(page.locator('[tabindex="0"]')))
        .first(),
    );
    await page.keyboard.press('Home');
    for (let step = 0; step < 7 && !(await focusedElementText(page)).includes(weekday); step += 1)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    await expect(block).toBeFocused();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: '12:30–13:30' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(block).toHaveAccessibleName(/12:30–13:30/);
    await expect(block).toBeFocused();
    expect(await startOf()).toBe(at('12:30'));
    await page.keyboard.press('Control+z');
    await expect.poll(startOf).toBe(at('12:00'));
    await expect(block).toHaveAccessibleName(/12:00–13:00/);
    await expect(block).toBeFocused();
    await expect(pill(page)).toContainText('Up to date', upToDate);
    await expect(block).toBeFocused();
  });

  await test.step('moves a task to the next day, and cancels another move', async () => {
    await page.keyboard.press('m');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(startOf).not.toBe(at('12:00'));
    await expect(block).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect.poll(startOf).toBe(at('12:00'));
    await expect(block).toBeFocused();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(block).toBeFocused();
    expect(await startOf()).toBe(at('12:00'));
  });

  await test.step('opens the panel of the task, and returns to the task', async () => {
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Check the keys' });
    await pressByKey(page, panel.getByRole('button', { name: 'Close' }));
    await expect(panel).toHaveCount(0);
    await expect(block).toBeFocused();
  });
});

const rows = [
  'Vorname;Nachname;Telefon;E-Mail',
  'Nora;Wolf;030 5550201;nora.keys@example.net',
  ';Demir;030 5550202;emre.keys@example.net',
  'Karl;Vogel;030 5550203;karl.keys@example.net',
];
const buffer = Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`);

test('a manager imports, corrects and removes people with the keyboard, and never loses the focus', async ({
  page,
}) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/staff/users_imports');
  await pressByKey(page, page.getByRole('link', { name: 'Import people' }));
  await expect(title).toBeFocused();

  await test.step('chooses a file', async () => {
    const chooser = page.waitForEvent('filechooser');
    await pressByKey(page, page.getByRole('button', { name: 'Choose a file' }));
    await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('4 of 4 columns matched')).toBeVisible();
    await expect(title).toBeFocused();
  });

  await test.step('removes the field of a column, and chooses it again', async () => {
    const field = page.getByRole('combobox', { name: 'Field for Nachname' });
    await tabTo(page, field);
    await page.keyboard.press('Home');
    await expect(page.getByText('3 of 4 columns matched')).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type('Last');
    await expect(page.getByText('4 of 4 columns matched')).toBeVisible();
    await expect(field).toBeFocused();
    await pressByKey(page, page.getByRole('link', { name: 'Check the rows' }));
    await expect(page.getByText('3 rows checked')).toBeVisible();
    await expect(title).toBeFocused();
  });

  await test.step('corrects a row, and starts the import', async () => {
    await pressByKey(page, page.getByRole('button', { name: /^First name, line 3/ }));
    await page.keyboard.type('Emre');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^First name, line 3/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Emre');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Changed, not checked yet')).toBeVisible();
    await expect(page.getByRole('button', { name: /^First name, line 3/ })).toBeFocused();
    await pressByKey(page, page.getByRole('button', { name: 'Check again' }));
    const start = page.getByRole('button', { name: 'Import 3 people' });
    await expect(start).toBeVisible();
    await expect.poll(() => focusedElementText(page)).not.toBe('nothing');
    await pressByKey(page, start);
    await expect(page.getByText('3 people · keys.csv')).toBeVisible(upToDate);
    await expect(title).toBeFocused();
  });

  await test.step('undoes the import', async () => {
    await pressByKey(page, page.getByRole('button', { name: 'Undo import' }));
    const dialog = page.getByRole('alertdialog');
    await pressByKey(page, dialog.getByRole('button', { name: 'Undo import' }));
    await expect(dialog).toHaveCount(0);
    // The undo keeps people whom the automatic assignment has assigned to an employee in the meantime.
    await expect(page.getByText(/^Undone for \d (person|people)/)).toBeVisible(upToDate);
    await expect.poll(() => focusedElementText(page)).not.toBe('nothing');
  });
});

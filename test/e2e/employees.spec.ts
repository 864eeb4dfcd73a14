import type { Employee } from '../../contract/entities/employee.ts';
import type { Handover } from '../../contract/entities/handover.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { Person } from '../../contract/entities/person.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { Client } from './helpers/client.ts';
import { clearHour, timeField, typeTime } from './helpers/dates.ts';
import { test as atHome } from './helpers/home.ts';
import { logIn, openOnlinePage, pill, waitUntilReadyForOffline, tableRows, tryLogIn } from './helpers/phone.ts';
import { openScreen } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

atHome.use({ who: 'manager' });

atHome(
  "a manager changes an employee's limit and working hours, which reach the employee's device",
  async ({ page, server }) => {
    await page.goto('/employees');
    const team = page.getByRole('list', { name: 'My team' });
    await expect(team.getByRole('link')).toHaveCount(2);
    await team.getByRole('link', { name: 'Olga Sommer' }).click();
    await page.getByLabel('Daily limit').fill('7');
    await page.getByRole('button', { name: 'Rating' }).click();
    await page.getByRole('option', { name: /^8/ }).click();
    const monday = page.getByRole('group', { name: 'Monday' });
    const from = timeField(monday, 'From').first();
    await typeTime(from, '18:00');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(monday.getByText('Incorrect time from and time to')).toBeVisible();
    await typeTime(from, '08:00');
    await monday.getByRole('button', { name: 'Copy to all days: Monday' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Consultant settings updated successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled();

    const olga = await Client.logIn(server.url, 'consultant');
    const { rows } = await olga.call('sync.snapshot', { query: { group: 'p0' } });
    const me = rows.find(({ c }) => c === 'me')?.row as Me;
    expect(me.work_times?.days.SUN[0]).toEqual({ from: '08:00', to: '13:00' });
    await expect
      .poll(async () => (await tableRows<Employee>(page, 'employees')).find(({ name }) => name === 'Olga Sommer'))
      .toMatchObject({ daily_limit: 7, rating: 8 });
  },
);

atHome(
  "a manager's day begins with the team, and a lead assigned there reaches the employee",
  async ({ page, server }) => {
    await page.goto('/staff-dashboard');
    const team = page.getByRole('list', { name: 'Team' });
    await expect(team.getByRole('listitem').filter({ hasText: 'Timur Nazarov' })).toContainText(/of \d+ leads today/);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Team');
    const leads = page.getByRole('list', { name: 'Waiting leads' });
    const button = leads.getByRole('button', { name: /^Assign / }).last();
    const name = (await button.getAttribute('aria-label'))!.replace('Assign ', '');
    await button.click();
    const sheet = page.getByRole('dialog', { name: `Assign ${name}` });
    await sheet.getByRole('button', { name: /Timur Nazarov/ }).click();
    expect(await findAccessibilityViolations(page, 'assigning a lead')).toEqual([]);
    await sheet.getByRole('button', { name: 'Assign', exact: true }).click();
    const row = leads.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText('Assigned to Timur Nazarov')).toBeVisible();
    await expect(row.getByRole('link')).toBeVisible({ timeout: 30_000 });
    expect(await findAccessibilityViolations(page, 'the day of a manager')).toEqual([]);
    const timur = await Client.logIn(server.url, 'consultant2');
    const { rows } = await timur.call('sync.snapshot', { query: { group: 'p1' } });
    expect(rows.filter(({ c }) => c === 'people').map(({ row: person }) => (person as Person).first_name)).toContain(
      name,
    );
  },
);

test('blocking an employee locks the device and hands work over, and unblocking unlocks it', async ({
  page,
  context,
  browser,
  server,
}) => {
  await logIn(page, 'consultant', '/contacts');
  await waitUntilReadyForOffline(page);
  await context.setOffline(true);
  const name = 'Katja Brandt';
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByLabel('City').fill('Ulm');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(pill(page)).toContainText('Offline, 1 to send');

  const desk = await openOnlinePage(browser, server.url);
  await logIn(desk, 'manager', '/employees');
  await desk.getByRole('link', { name: 'Olga Sommer' }).click();
  await desk.getByRole('button', { name: 'Block' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(desk.getByText('Consultant blocked successfully')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByText('1 unsent change is kept here.')).toBeVisible();
  expect(await findAccessibilityViolations(page, 'locked phone')).toEqual([]);
  await expect
    .poll(async () => (await tableRows<Handover>(desk, 'handovers')).filter(({ title }) => title === name), {
      timeout: 30_000,
    })
    .toMatchObject([{ kind: 'contact.edit', from_name: 'Olga Sommer', state: 'offered' }]);

  await desk.getByRole('button', { name: 'Unblock' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(desk.getByText('Consultant unblocked successfully')).toBeVisible();
  // The block ended the session, so no event reaches the device. Without this press, the device would notice the end of
  // the block only at its next check, up to 30 seconds later.
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Your access is blocked' })).toHaveCount(0, { timeout: 45_000 });
  await page.goto('/sync');
  await expect(page.getByText('Log in again', { exact: true })).toBeVisible();
  await tryLogIn(page, 'consultant@example.org', DEMO_PASSWORD);
  // The work is neither lost nor applied twice: the device shows the person to whom it was handed over.
  await expect(page.getByText('Your manager has this now')).toBeVisible({ timeout: 30_000 });
  await desk.context().close();
});

atHome('the employee screens of a manager have no accessibility violations', async ({ page }) => {
  const found: string[] = [];
  await page.goto('/employees');
  await expect(page.getByText(/Figures as of/)).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'employees')));
  const olga = (await tableRows<Employee>(page, 'employees')).find(({ name }) => name === 'Olga Sommer');
  await openScreen(page, `/employees/${olga?.id}`);
  await clearHour(timeField(page.getByRole('group', { name: 'Monday' }), 'To').first());
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Please, fill both fields')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'one employee, with an error')));
  await page.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'blocking')));
  await openScreen(page, '/profile/work-times');
  found.push(...(await findAccessibilityViolations(page, 'own working hours')));
  expect(found).toEqual([]);
});

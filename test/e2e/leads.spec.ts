import type { Page } from '@playwright/test';
import type { PersonEvent } from '../../contract/entities/person-event.ts';
import type { Person } from '../../contract/entities/person.ts';
import type { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expectConfirmation, pill, tableRows } from './helpers/phone.ts';
import { openScreen } from './helpers/screens.ts';
import { expect, test } from './helpers/home.ts';

/** Returns a row of the list or, on wide screens, of the table. */
const row = (page: Page, name: string) =>
  page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: name });

const expectUpToDate = (page: Page) => expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });

async function take(page: Page, name: string, button = 'Take'): Promise<void> {
  await page
    .getByRole('button', { name: `${button} ${name}` })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('15 min', { exact: true }).click();
  await sheet.getByRole('button', { name: /^(Take|Request)$/ }).click();
  await expect(sheet).toHaveCount(0);
}

async function waiting(page: Page): Promise<WaitingLead[]> {
  const rows = await tableRows<WaitingLead>(page, 'waiting_leads');
  return rows.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since));
}

test('one of two employees gets a lead that both requested offline, and the other gets the next lead', async ({
  pageOf,
}) => {
  const [olga, timur] = [await pageOf('consultant'), await pageOf('consultant2')];
  for (const page of [olga, timur]) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/leads?tab=waiting');
    await expectUpToDate(page);
  }
  const [first, second] = await waiting(olga);
  const [wanted, next] = [first!.first_name, second!.first_name];

  await olga.context().setOffline(true);
  await take(olga, wanted, 'Request');
  await expect(row(olga, wanted)).toContainText('not confirmed yet');
  await expect(row(olga, wanted).getByRole('button', { name: `Request ${wanted}` })).toHaveCount(0);

  await take(timur, wanted);
  await expectConfirmation(timur, 'Task created', 'is not confirmed as yours yet.');
  await expect
    .poll(async () => (await tableRows<Person>(timur, 'people')).some(({ id }) => id === first!.id))
    .toBe(true);

  await olga.context().setOffline(false);
  await expect(olga.getByText(`Timur Nazarov took ${wanted} at`)).toBeVisible({ timeout: 30_000 });
  await expect(olga.getByText(`Next waiting: ${next}`)).toBeVisible();
  await take(olga, next);
  await expect
    .poll(async () => (await tableRows<Person>(olga, 'people')).some(({ id }) => id === second!.id))
    .toBe(true);
  await expectUpToDate(olga);
  await expect.poll(() => tableRows(olga, 'outbox')).toEqual([]);

  // The note and the reassignment are made without a network, with the data on the device.
  await olga.getByRole('link', { name: /^Mine/ }).click();
  await row(olga, next).click();
  await olga.getByLabel('Preview').getByRole('link', { name: 'Open' }).click();
  await expect(olga.getByRole('heading', { level: 1, name: next })).toBeVisible();
  await expect(olga.getByRole('list', { name: 'Next' })).toContainText(next);
  await olga.context().setOffline(true);
  const box = olga.getByRole('textbox', { name: 'Write a note' });
  await box.fill('Likes long walks.');
  await olga.getByRole('button', { name: 'Save note' }).click();
  await expect(row(olga, 'Likes long walks.')).toContainText('Not sent yet');
  await olga.getByRole('button', { name: 'More' }).click();
  await olga.getByRole('menuitem', { name: 'Reassign' }).click();
  const sheet = olga.getByRole('dialog', { name: /^Reassign/ });
  await sheet.getByRole('searchbox').fill('Timur');
  await sheet.getByRole('button', { name: /Timur Nazarov/ }).click();
  await sheet.getByLabel('Note (optional)').fill('Speaks the language.');
  await sheet.getByRole('button', { name: 'Reassign', exact: true }).click();
  await expect(olga.getByText('Assigned to Timur Nazarov')).toBeVisible();
  await olga.context().setOffline(false);
  await expectUpToDate(olga);
  await expect
    .poll(async () => (await tableRows<Person>(olga, 'people')).some(({ id }) => id === second!.id))
    .toBe(false);
  await expect(olga.getByText(/You no longer have access to this person/)).toBeVisible();

  await timur.goto(`/user/view-details/${second!.id}`);
  await expect(row(timur, 'Likes long walks.')).toBeVisible();
  const events = await tableRows<PersonEvent>(timur, 'person_events');
  const kinds = events.filter(({ person_id }) => person_id === second!.id).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['taken', 'note', 'given']));
});

test('a manually created lead keeps its draft, is rejected because its number is taken, and can be corrected', async ({
  pageOf,
}) => {
  const page = await pageOf('consultant');
  await page.goto('/leads/new');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Phone', { exact: true }).fill('+49 1520 0000001');
  await expect(page.getByText('Possible duplicate')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Continue where you left off')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Lind');

  // The number belongs to a person whom the caller cannot see. The field shows the error, and the form can be
  // corrected.
  await page.getByLabel('Phone', { exact: true }).fill('+49 1512 3456781');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Add lead|^Save anyway/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Lind' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(pill(page)).toContainText('1 needs you', { timeout: 30_000 });
  await pill(page).click();
  await page.getByRole('link', { name: 'Edit and resend' }).click();
  await expect(page.getByText('Phone is already in use').first()).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('+49 1520 9999999');
  await page.getByRole('button', { name: /^Add lead|^Save anyway/ }).click();
  await expectUpToDate(page);
  const people = await tableRows<Person>(page, 'people');
  expect(people.find(({ first_name }) => first_name === 'Nora')).toMatchObject({
    phone: '+4915209999999',
    status: 'processing',
    source: 'manual',
  });

  await page.goto('/search?q=9999999');
  await expect(page.getByRole('list', { name: 'People' })).toContainText('Nora Lind');
  await page.goto('/people?q=nora');
  await expect(page.getByText(/^1 of \d+ people in your structure/)).toBeVisible();
  await expect(page.getByText(/^As of/)).toBeVisible();
});

test('the lead and person sheets have no accessibility violations', async ({ pageOf }) => {
  const found: string[] = [];
  const page = await pageOf('manager');
  await page.goto('/leads?tab=waiting');
  await page
    .getByRole('button', { name: /^Take / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'take')));
  const people = await tableRows<Person>(page, 'people');
  const { id, responsible_id } = people.find(({ status }) => status === 'processing')!;
  const sheets = ['Tags and groups', 'Reassign', 'Close lead', 'Login link', 'Remove'];
  for (const name of sheets) {
    await openScreen(page, `/user/view-details/${id}`);
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    if (name === sheets[0]) found.push(...(await findAccessibilityViolations(page, 'more')));
    await page.getByRole('menuitem', { name, exact: true }).click();
    // On a phone, the actions are in a menu. Wait until the menu has closed.
    await expect(page.getByRole('menu')).toHaveCount(0);
    const sheet = page.locator('[role="dialog"], [role="alertdialog"]');
    await expect(sheet).toBeVisible();
    // Pressing the main button marks the missing fields.
    if (name !== 'Login link')
      await sheet
        .getByRole('button', { name: /^(Add tag|Reassign|Close lead|Remove)$/ })
        .last()
        .click();
    found.push(...(await findAccessibilityViolations(page, `${name} of ${responsible_id}`)));
  }
  await openScreen(page, '/leads/new');
  await page.getByRole('button', { name: 'Add lead' }).click();
  await expect(page.getByText('Please, fill all necessary fields').first()).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'form with what is missing')));
  expect(found).toEqual([]);
});

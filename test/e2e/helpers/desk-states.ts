import { expect, type Page } from '@playwright/test';
import type { Donation } from '../../../contract/entities/donation.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { translationOf, type Language } from './languages.ts';
import { tableRows, type Who } from './phone.ts';
import { openScreen } from './screens.ts';

/** From this width on, the screens of the desk have tables. Narrower windows show cards. */
const TABLE_PX = 768;

/** From this width on, the rows of an import can be edited. Narrower windows list them. */
const GRID_PX = 720;

/** A page with its language and window width. */
export interface Desk {
  page: Page;
  language: Language;
  width: number;
}

/** A state of a screen that can be reached only by actions of the user, such as an open dialog. */
export interface DeskState {
  name: string;
  who: Extract<Who, 'manager' | 'admin'>;
  open: (desk: Desk) => Promise<void>;
  /** Leaves the state. Needed if opening another screen does not leave it. */
  leave?: (desk: Desk) => Promise<void>;
}

const open = async ({ page, language }: Desk, path: string): Promise<void> =>
  void (await openScreen(page, path, language));

const clickButton = async ({ page, language }: Desk, text: string): Promise<void> => {
  await page
    .getByRole('button', { name: translationOf(text, language), exact: true })
    .first()
    .click();
};

const waitForDialog = async ({ page }: Desk): Promise<void> => {
  await expect(page.getByRole('dialog').first()).toBeVisible();
};

/** Waits for the side panel of a table: a part of the screen or, in a narrow window, a drawer. */
const waitForPanel = async ({ page }: Desk): Promise<void> => {
  await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible();
};

/** Opens a table and the panel of its first row. A narrow window shows cards instead, which have no panel. */
const openWithPanel =
  (path: string) =>
  async (desk: Desk): Promise<void> => {
    await open(desk, path);
    if (desk.width < TABLE_PX) return;
    await desk.page.getByRole('grid').first().getByRole('row').nth(1).locator('[data-column="1"]').click();
    await waitForPanel(desk);
  };

async function selectRows(desk: Desk): Promise<void> {
  const { page, width } = desk;
  await open(desk, '/people');
  if (width < TABLE_PX) await clickButton(desk, 'verb: Select');
  // The label of a card covers its check box.
  await page.getByRole('main').getByRole('checkbox').first().click({ force: true });
  await expect(page.getByRole('toolbar')).toBeVisible();
}

const lines = ['Vorname;Nachname;Telefon;E-Mail', 'Nora;Wolf;030 5550301;nora.axe@example.net', ';Demir;12;emre@'];
const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);

async function mapColumns(desk: Desk): Promise<void> {
  const { page } = desk;
  await open(desk, '/staff/users_imports/new');
  await page.locator('input[type="file"]').setInputFiles({ name: 'axe.csv', mimeType: 'text/csv', buffer });
  await expect(page).toHaveURL(/\/columns$/);
  await expect(page.getByRole('combobox').first()).toBeVisible();
}

async function checkRows(desk: Desk): Promise<void> {
  const { page, language, width } = desk;
  await mapColumns(desk);
  await page.getByRole('link', { name: translationOf('Check the rows', language) }).click();
  await expect(page).toHaveURL(/\/check$/);
  // The rows with problems are shown after the server has checked them.
  const problems = page.getByRole('list', { name: translationOf('Errors', language) });
  await expect(width < GRID_PX ? problems : page.getByText('emre@').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function viewAsEmployee(desk: Desk): Promise<void> {
  const { page } = desk;
  const [employee] = (await tableRows<Employee>(page, 'employees')).filter(({ in_team }) => in_team);
  await open(desk, `/staff-dashboard/view-as/${employee?.id}`);
  await page.getByRole('main').getByRole('textbox').fill('Accessibility of the view');
  await clickButton(desk, 'Start viewing');
  await expect(page.locator('[data-view-banner]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
}

/** The states of the manager and admin screens that no URL opens. */
export const deskStates: readonly DeskState[] = [
  { name: 'people with a selection', who: 'manager', open: selectRows },
  {
    name: 'bulk assignment',
    who: 'manager',
    open: async (desk) => {
      await selectRows(desk);
      await desk.page.getByRole('toolbar').getByRole('button').first().click();
      await waitForDialog(desk);
    },
  },
  {
    name: 'columns of a table',
    who: 'manager',
    open: async (desk) => {
      await open(desk, '/people');
      if (desk.width < TABLE_PX) return;
      await clickButton(desk, 'Columns');
      await waitForDialog(desk);
    },
  },
  {
    name: 'panel of a person',
    who: 'manager',
    open: async (desk) => {
      const [person] = await tableRows<Person>(desk.page, 'people');
      await open(desk, `/people?person=${person?.id}`);
      if (desk.width >= TABLE_PX) await waitForPanel(desk);
    },
  },
  {
    name: 'panel of a donation',
    who: 'manager',
    open: async (desk) => {
      const [donation] = await tableRows<Donation>(desk.page, 'donations');
      await open(desk, `/donations?list=all&open=${donation?.id}`);
      if (desk.width >= TABLE_PX) await waitForPanel(desk);
    },
  },
  { name: 'panel of an employee', who: 'manager', open: openWithPanel('/employees') },
  {
    name: 'saved view',
    who: 'manager',
    open: async (desk) => {
      await open(desk, '/people?status=active');
      if (desk.width < TABLE_PX) return;
      await clickButton(desk, 'Save this view');
      await waitForDialog(desk);
    },
  },
  { name: 'mapping of an import', who: 'manager', open: mapColumns },
  { name: 'check of an import with problem rows', who: 'manager', open: checkRows },
  {
    name: 'command palette',
    who: 'manager',
    open: async (desk) => {
      const { page } = desk;
      await open(desk, '/staff-dashboard');
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox').or(page.getByRole('searchbox')).first();
      await field.fill('a');
      await expect(page.getByRole('option').or(page.getByRole('listitem')).first()).toBeVisible();
    },
  },
  {
    name: 'list of shortcuts',
    who: 'manager',
    open: async (desk) => {
      await open(desk, '/tasks?view=week');
      await desk.page.keyboard.press('?');
      await waitForDialog(desk);
    },
  },
  {
    name: 'table of the statistics chart',
    who: 'manager',
    open: async (desk) => {
      await open(desk, '/statistics?period=month&view=table');
      await expect(desk.page.getByRole('tabpanel').getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'view as another person',
    who: 'manager',
    open: viewAsEmployee,
    leave: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-view-banner]')).toHaveCount(0);
    },
  },
  {
    name: 'audit log with filters and a panel',
    who: 'admin',
    open: async (desk) => {
      const { page, width } = desk;
      const day = new Date().toISOString().slice(0, 10);
      await open(desk, `/main/admin/audit?action=login&from=${day}&to=${day}`);
      if (width < TABLE_PX) return;
      await page.getByRole('grid').getByRole('rowheader').first().click();
      await waitForPanel(desk);
    },
  },
  {
    name: 'panel of an account',
    who: 'admin',
    open: async (desk) => {
      const [employee] = await tableRows<Employee>(desk.page, 'employees');
      await open(desk, `/main/admin/users/edit/${employee?.id}`);
    },
  },
];

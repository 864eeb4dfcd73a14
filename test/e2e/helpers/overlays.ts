import { expect, type Locator, type Page } from '@playwright/test';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { findAccessibilityViolations, themes, type Violation } from './barriers.ts';
import { Client } from './client.ts';
import { translationOf, type Language } from './languages.ts';
import { pill, tableRows } from './phone.ts';

/** A sheet, menu or list of options that a screen opens. */
export interface Overlay {
  name: string;
  path: string;
  /** Opens the overlay on its screen. `text` returns the translation of an English text. */
  open: (page: Page, text: (english: string) => string) => Promise<void>;
}

// Source text, because compiled functions would call helpers that do not exist in the page.
const recordHidden = `(() => {
  globalThis.hiddenByList = new WeakSet();
  new MutationObserver((records) => records.forEach(({ target }) => hiddenByList.add(target)))
    .observe(document.body, { subtree: true, attributeFilter: ['aria-hidden'] });
})()`;

/**
 * Whether a combo box with an open list has hidden the element from screen readers. Axe reports the controls in such an
 * element, although the focus cannot reach them: Tab closes the list first.
 */
async function isHiddenByList(page: Page, { id, selector }: Violation): Promise<boolean> {
  if (id !== 'aria-hidden-focus') return false;
  const element = page.locator(selector).first();
  return element.evaluate(
    (node) => (globalThis as { hiddenByList?: WeakSet<Element> }).hiddenByList?.has(node) ?? false,
  );
}

/** Returns the accessibility violations of an open overlay in the given themes. */
export const findOverlayViolations = (
  page: Page,
  name: string,
  colorSchemes: readonly (typeof themes)[number][] = themes,
): Promise<string[]> => findAccessibilityViolations(page, name, colorSchemes, isHiddenByList);

export const translatorFor =
  (language: Language) =>
  (english: string): string =>
    translationOf(english, language);

const dialogOn = (page: Page): Locator => page.locator('[role="dialog"], [role="alertdialog"]').last();
const main = (page: Page): Locator => page.getByRole('main');
const button = (inside: Locator, name: string): Locator => inside.getByRole('button', { name, exact: true });

/** Opens a list of options or a menu, and waits until its first entry is shown. */
async function openOptions(page: Page, control: Locator): Promise<void> {
  await control.click();
  await expect(page.locator('[role="option"], [role="menuitem"]').first()).toBeVisible();
}

async function openCalls(page: Page, text: (english: string) => string): Promise<void> {
  // The link opens the sheet only after the code of the sheet has been loaded, which happens soon after the start.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('log-call-sheet')),
  );
  await page
    .getByRole('link', { name: text('Log a call'), exact: true })
    .last()
    .click();
  await expect(dialogOn(page).getByRole('listitem').first()).toBeVisible();
}

const calls: Overlay[] = [
  { name: 'calls sheet', path: '/staff-dashboard', open: openCalls },
  {
    name: 'results in the calls sheet',
    path: '/staff-dashboard',
    open: async (page, text) => {
      await openCalls(page, text);
      await dialogOn(page).getByRole('listitem').first().getByRole('button').first().click();
      await expect(dialogOn(page).getByRole('group').first()).toBeVisible();
    },
  },
];

const taskSheets = (task: string): Overlay[] => [
  {
    name: 'finish sheet',
    path: `/tasks/${task}`,
    open: async (page, text) => {
      await button(main(page), text('Finish')).click();
      await expect(dialogOn(page).getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'date picker',
    path: '/tasks',
    open: async (page, text) => {
      await page
        .getByRole('button', { name: text('Add task'), exact: true })
        .last()
        .click();
      const sheet = dialogOn(page);
      // The label is pressed, because the radio button itself may be scrolled behind the foot of the sheet.
      await sheet.getByText(text('Date and time'), { exact: true }).click();
      await expect(sheet.getByRole('radio', { name: text('Date and time'), exact: true })).toBeChecked();
      await sheet.locator('[role="group"] button[aria-haspopup="dialog"]').click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
];

/** Opens the list of the first combo box, and records which elements it hides from screen readers. */
export async function openComboBox(page: Page): Promise<void> {
  const field = page.getByRole('combobox').first();
  await expect(field).toBeVisible();
  await page.evaluate(recordHidden);
  await field.fill('a');
  await expect(page.getByRole('option').first()).toBeVisible();
}

const lists: Overlay[] = [
  {
    name: 'filter',
    path: '/tickets',
    open: async (page, text) =>
      openOptions(
        page,
        page
          .getByRole('group', { name: text('Filters') })
          .getByRole('button')
          .first(),
      ),
  },
  {
    name: 'options of a select',
    path: '/help/new',
    open: async (page) => openOptions(page, main(page).locator('button[aria-haspopup="listbox"]').first()),
  },
  {
    name: 'options of a combo box',
    path: '/profile/edit',
    open: openComboBox,
  },
];

const personSheets = (person: string): Overlay[] => [
  {
    name: 'More menu',
    path: `/user/view-details/${person}`,
    open: async (page, text) => openOptions(page, button(main(page), text('More'))),
  },
];

/** Returns the overlays of a consultant, with ids of rows on this device. */
export async function listStaffOverlays(page: Page): Promise<Overlay[]> {
  const tasks = await tableRows<Task>(page, 'tasks');
  const people = await tableRows<Person>(page, 'people');
  const task = tasks.find(({ type, state }) => type === 'call' && state === 'planned')!;
  const person = people.find(({ responsible_id, status }) => responsible_id !== null && status === 'processing')!;
  return [...calls, ...taskSheets(task.id), ...lists, ...personSheets(person.id)];
}

/** The sheet in which a person chooses between two versions. The device must have a conflict; see `makeConflict`. */
export const conflictSheet: Overlay = {
  name: 'conflict sheet',
  path: '/sync',
  open: async (page, text) => {
    await button(main(page), text('Choose')).first().click();
    await expect(dialogOn(page).getByRole('radiogroup').first()).toBeVisible();
  },
};

/** Edits a field of a contact on this device while it is offline, and on the server in the meantime. */
export async function makeConflict(page: Page, url: string): Promise<void> {
  const client = await Client.logIn(url, 'consultant');
  const body = { first_name: 'Jonas', last_name: 'Weber', notes: 'Met at the open evening.', city: 'Berlin' };
  const { id } = await client.call('contacts.add', { body });
  const onDevice = async () => (await tableRows<Contact>(page, 'contacts')).find((contact) => contact.id === id);
  await expect.poll(onDevice).toBeDefined();
  await page.goto(`/contacts/${id}/edit`);
  const notes = page.getByLabel('Notes', { exact: true });
  await expect(notes).toBeVisible();
  await page.context().setOffline(true);
  await notes.fill('Prefers to be written to.');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(pill(page)).toContainText('Offline, 1 to send');
  await client.call('contacts.change', { params: { id }, body: { notes: 'Prefers to be called.' } });
  await page.context().setOffline(false);
  await expect(pill(page)).toContainText('1 needs you');
}

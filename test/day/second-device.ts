import { chromium, type Browser, type Page } from '@playwright/test';
import type { Contact } from '../../contract/entities/contact.ts';
import { chromiumLaunch } from '../chromium.ts';
import { goToPath, logIn, tableRows, type Who } from '../e2e/helpers/phone.ts';
import { zone } from '../e2e/helpers/zone.ts';
import { waitUntilDrained, waitUntil, type WaitingWrite } from '../faults/world.ts';

const STEP_TIMEOUT_MS = 60_000;

/** A second device of the same person, with a fast connection and a correct clock. */
export class SecondDevice {
  private readonly browser: Browser;
  private readonly page: Page;

  private constructor(browser: Browser, page: Page) {
    this.browser = browser;
    this.page = page;
  }

  static async open(url: string, who: Who): Promise<SecondDevice> {
    const browser = await chromium.launch(chromiumLaunch());
    const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: zone });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const page = await context.newPage();
    await logIn(page, who, '/contacts');
    return new SecondDevice(browser, page);
  }

  /** Edits a contact, and waits until the edit is sent. */
  async editContact(name: string, fields: Record<string, string>): Promise<void> {
    const { page } = this;
    const found = (await tableRows<Contact>(page, 'contacts')).find(({ first_name }) => first_name === name);
    await page.goto(`/contacts/${found?.id}/edit`);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: /^Save (contact|anyway)$/ }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    await waitUntilDrained(page, STEP_TIMEOUT_MS);
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** Chooses the user's own version in every conflict. Returns the number of conflicts. */
export async function chooseOwnVersions(page: Page, ownText: string): Promise<number> {
  await goToPath(page, '/sync');
  let count = 0;
  for (let conflicts = await countConflicts(page); conflicts > 0; conflicts = await countConflicts(page)) {
    await page.getByRole('button', { name: 'Choose' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radiogroup').last().getByText(ownText).click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await waitUntil(async () => (await countConflicts(page)) < conflicts, STEP_TIMEOUT_MS, 'a conflict is settled');
    count += 1;
  }
  return count;
}

const countConflicts = async (page: Page): Promise<number> =>
  (await tableRows<WaitingWrite>(page, 'outbox')).filter(({ state }) => state === 'conflict').length;

import { rmSync } from 'node:fs';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../chromium.ts';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';
import { pill, tableRows, waitForShell, tryLogIn, type Who } from './phone.ts';
import { searchProfile, type ProfileHits } from './profile-files.ts';
import { postShare } from './share.ts';
import { newFolder } from './start-server.ts';

/** Names of fields with personal data. All tables that have such fields are searched. */
const PERSONAL = /name|phone|email|note|title|subject|text|comment/;
const TABLES = ['me', 'people', 'contacts', 'tasks', 'interactions', 'employees', 'person_events', 'staff_tickets'];
const SHORTEST = 6;

/** The timeout is set here, because this module is also used without the test runner and its settings. */
const WITHIN = { timeout: 60_000 };

/** A browser with a profile on disk. It stands for the browser of a phone that several people use. */
export class SharedPhone {
  readonly url: string;
  private readonly folder = newFolder('shared-phone');
  private context: BrowserContext | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** Opens the browser, or restarts it. */
  async open(): Promise<Page> {
    await this.context?.close();
    this.context = await chromium.launchPersistentContext(this.folder, {
      ...chromiumLaunch(),
      headless: true,
      locale: 'en-GB',
    });
    // If tsx runs this code, it wraps functions in a helper that does not exist in pages.
    await this.context.addInitScript('globalThis.__name = (value) => value');
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.goto(`${this.url}/`);
    return page;
  }

  search(needles: readonly string[]): ProfileHits {
    return searchProfile(this.folder, needles);
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context?.setOffline(isOffline);
  }

  async remove(): Promise<void> {
    await this.context?.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Logs in, opens people and contacts, writes a note, and shares a text and a file from another app. Returns strings
 * that must not be on the phone after a logout.
 */
export async function leaveDataOnPhone(page: Page, url: string, who: Who, note: string): Promise<string[]> {
  await page.goto(`${url}/contacts`);
  await tryLogIn(page, `${who}@example.org`, DEMO_PASSWORD);
  await expect(pill(page)).toContainText('Up to date', WITHIN);
  await waitForShell(page);
  const [person] = await tableRows<{ id: string }>(page, 'people');
  if (!person) throw new Error(`no person is assigned to ${who}`);
  await page.goto(`${url}/user/view-details/${person.id}`);
  await page.getByRole('textbox', { name: 'Write a note' }).fill(note);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText(note)).toBeVisible(WITHIN);
  // The text is also visible in the form, so check that the note is stored.
  const isStored = async () => JSON.stringify(await tableRows(page, 'person_events')).includes(note);
  await expect.poll(isStored, WITHIN).toBe(true);
  // The sync status on the screen may still be that of the previous cycle.
  await expect.poll(async () => (await tableRows(page, 'outbox')).length, WITHIN).toBe(0);
  await expect(pill(page)).toContainText('Up to date', WITHIN);
  const shared = { text: `Shared: ${note}`, vcard: `BEGIN:VCARD\r\nFN:Card of ${note}\r\nEND:VCARD` };
  await postShare(page, shared, WITHIN.timeout);
  await expect(page.getByText(shared.text)).toBeVisible(WITHIN);
  const found = new Set([note, shared.text, `Card of ${note}`]);
  for (const table of TABLES)
    for (const row of await tableRows<Record<string, unknown>>(page, table))
      for (const [field, value] of Object.entries(row))
        if (PERSONAL.test(field) && typeof value === 'string' && value.length >= SHORTEST) found.add(value);
  const meta = await tableRows<{ key: string; value: string }>(page, 'meta');
  const token = meta.find(({ key }) => key === 'token')?.value ?? '';
  // The browser's files may split long values, so search for parts of the token.
  for (const part of token.split('.').slice(1)) for (const at of [0, 40, 80]) found.add(part.slice(at, at + 30));
  return [...found].filter(({ length }) => length >= SHORTEST);
}

export async function logOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/profile/settings`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible(WITHIN);
}

import type { Page } from '@playwright/test';
import type { Book } from '../../contract/entities/book.ts';
import { languages } from '../../contract/preference-values.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { deskStates } from './helpers/desk-states.ts';
import { chooseLanguage, locales } from './helpers/languages.ts';
import { logIn, tableRows, type Who } from './helpers/phone.ts';
import { listAdminPaths, listLearnerPaths, openScreen, publicPaths, listStaffPaths } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/** Downloads one book of each format and returns the URLs at which they are read. */
async function downloadBooks(page: Page): Promise<string[]> {
  const books = (await tableRows<Book>(page, 'books')).filter(({ price_cents }) => price_cents === 0);
  const found = [...new Map(books.map((book) => [book.format, book.id])).values()];
  for (const id of found) {
    await page.goto(`/books/${id}`);
    await page.getByRole('button', { name: /^Download, / }).click();
    await expect(page.getByText(/^On this device, /)).toBeVisible();
  }
  return found.map((id) => `/books/${id}/read`);
}

const learner = async (page: Page): Promise<string[]> => [
  ...(await downloadBooks(page)),
  ...(await listLearnerPaths(page)),
];

const people: readonly { who: Who; pathsOf: (page: Page) => Promise<string[]> }[] = [
  { who: 'learner', pathsOf: learner },
  { who: 'consultant', pathsOf: listStaffPaths },
  { who: 'manager', pathsOf: listStaffPaths },
  { who: 'admin', pathsOf: listAdminPaths },
];

/** A phone, a tablet and a desktop: a screen may consist of different elements at each width. */
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Returns the accessibility violations of the current screen at each size. */
async function barriersAtEachSize(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    found.push(...(await findAccessibilityViolations(page, `${path} at ${size.width} px`)));
  }
  return found;
}

for (const language of languages) {
  test.describe(language, () => {
    test('the screens without a login have no accessibility violations', async ({ browser, server }) => {
      const context = await browser.newContext({ baseURL: server.url, locale: locales[language] });
      const page = await context.newPage();
      const found: string[] = [];
      for (const path of publicPaths) {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
        found.push(...(await barriersAtEachSize(page, path)));
      }
      await context.close();
      expect(found).toEqual([]);
    });

    for (const { who, pathsOf } of people) {
      test(`the screens of a ${who} have no accessibility violations`, async ({ page }) => {
        const found: string[] = [];
        await logIn(page, who);
        const paths = await pathsOf(page);
        await chooseLanguage(page, language);
        for (const path of paths) {
          await openScreen(page, path, language);
          found.push(...(await barriersAtEachSize(page, path)));
        }
        expect(found).toEqual([]);
      });
    }

    for (const who of ['manager', 'admin'] as const) {
      test(`the states of the desk of a ${who} have no accessibility violations`, async ({ page }) => {
        const found: string[] = [];
        await logIn(page, who);
        await chooseLanguage(page, language);
        for (const { name, open, leave } of deskStates.filter((state) => state.who === who)) {
          for (const size of sizes) {
            const desk = { page, language, width: size.width };
            await page.setViewportSize(size);
            try {
              await open(desk);
              found.push(...(await findAccessibilityViolations(page, `${name} at ${size.width} px`)));
              await leave?.(desk);
            } catch (error) {
              // Report the error and check the other states.
              found.push(`${name} at ${size.width} px: ${String(error)}`);
            }
          }
        }
        expect(found).toEqual([]);
      });
    }
  });
}

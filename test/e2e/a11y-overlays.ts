import type { Page } from '@playwright/test';
import { languages } from '../../contract/preference-values.ts';
import { expect, test, visit } from './helpers/home.ts';
import { chooseLanguage, locales, type Language } from './helpers/languages.ts';
import {
  conflictSheet,
  makeConflict,
  type Overlay,
  findOverlayViolations,
  listStaffOverlays,
  translatorFor,
} from './helpers/overlays.ts';
import { findReflowProblems, setTextZoom } from './helpers/reflow.ts';
import { listAdminPaths, listLearnerPaths, openScreen, publicPaths, listStaffPaths } from './helpers/screens.ts';
import { logIn, type Who } from './helpers/phone.ts';

// Part of `npm run test:a11y`: open sheets, menus and lists of options, and all screens at 320 px and with texts of
// twice the size.

interface Size {
  width: number;
  height: number;
  /** Size of the text in percent. */
  zoom: number;
}

/** A phone, a tablet, a desktop, the narrowest phone, and a phone with large text. */
const sizes: readonly Size[] = [
  { width: 360, height: 740, zoom: 100 },
  { width: 768, height: 1024, zoom: 100 },
  { width: 1440, height: 900, zoom: 100 },
  { width: 320, height: 640, zoom: 100 },
  { width: 360, height: 740, zoom: 200 },
];

const narrowSizes = sizes.filter(({ width, zoom }) => width === 320 || zoom === 200);

async function resize(page: Page, { zoom, ...size }: Size): Promise<void> {
  await page.setViewportSize(size);
  await setTextZoom(page, zoom);
}

/** Opens an overlay at each size. Returns its accessibility violations and texts that are cut. */
async function problemsOf(page: Page, overlay: Overlay, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const { zoom, ...size } of sizes) {
    const name = `${overlay.name} at ${size.width} px, ${zoom}% text`;
    await page.setViewportSize(size);
    await page.goto(overlay.path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // A navigation resets the size of the text.
    await setTextZoom(page, zoom);
    await overlay.open(page, translatorFor(language));
    found.push(...(await findOverlayViolations(page, name)), ...(await findReflowProblems(page, name)));
  }
  return found;
}

/** Returns what is cut on the current screen at the narrow sizes. */
async function reflowOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of narrowSizes) {
    await resize(page, size);
    found.push(...(await findReflowProblems(page, `${path} at ${size.width} px, ${size.zoom}% text`)));
  }
  return found;
}

const people: readonly { who: Who; pathsOf: (page: Page) => Promise<string[]> }[] = [
  { who: 'learner', pathsOf: listLearnerPaths },
  { who: 'consultant', pathsOf: listStaffPaths },
  { who: 'manager', pathsOf: listStaffPaths },
  { who: 'admin', pathsOf: listAdminPaths },
];

for (const language of languages) {
  test.describe(language, () => {
    test('sheets, menus and lists of options have no accessibility violations', async ({ pageOf }) => {
      const page = await pageOf('consultant');
      await chooseLanguage(page, language);
      const found: string[] = [];
      for (const overlay of await listStaffOverlays(page)) found.push(...(await problemsOf(page, overlay, language)));
      expect(found).toEqual([]);
    });

    visit('the sheet of a conflict has no accessibility violations', async ({ page, server }) => {
      await logIn(page, 'consultant');
      await makeConflict(page, server.url);
      await chooseLanguage(page, language);
      expect(await problemsOf(page, conflictSheet, language)).toEqual([]);
    });

    test('the screens without a login reflow at 320 px and with large text', async ({ browser, server }) => {
      const context = await browser.newContext({ baseURL: server.url, locale: locales[language] });
      const page = await context.newPage();
      const found: string[] = [];
      for (const path of publicPaths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
        found.push(...(await reflowOf(page, path)));
      }
      await context.close();
      expect(found).toEqual([]);
    });

    for (const { who, pathsOf } of people) {
      test(`the screens of a ${who} reflow at 320 px and with large text`, async ({ pageOf }) => {
        const page = await pageOf(who);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto('/dashboard');
        const paths = await pathsOf(page);
        await chooseLanguage(page, language);
        const found: string[] = [];
        for (const path of paths) {
          await openScreen(page, path, language);
          found.push(...(await reflowOf(page, path)));
        }
        expect(found).toEqual([]);
      });
    }
  });
}

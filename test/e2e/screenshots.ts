import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { languages } from '../../contract/preference-values.ts';
import { deskStates } from './helpers/desk-states.ts';
import { chooseLanguage, locales, type Language } from './helpers/languages.ts';
import { writeComment, logIn, pill, waitUntilReadyForOffline, type Who } from './helpers/phone.ts';
import {
  listAdminPaths,
  listLearnerPaths,
  findLessonWithPictures,
  openScreen,
  publicPaths,
  waitUntilSettled,
  listStaffPaths,
} from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

const folder = join(import.meta.dirname, '../../screenshots');
const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
};
const themes = ['light', 'dark'] as const;

const people: readonly { who: Who; pathsOf: (page: Page) => Promise<string[]> }[] = [
  { who: 'learner', pathsOf: listLearnerPaths },
  { who: 'consultant', pathsOf: listStaffPaths },
  { who: 'manager', pathsOf: listStaffPaths },
  { who: 'admin', pathsOf: listAdminPaths },
];

/** Turns `/lesson/view/0198…` into `lesson-view`. */
const nameOf = (path: string): string =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

for (const [size, viewport] of Object.entries(sizes)) {
  const shoot = async (page: Page, name: string): Promise<void> => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitUntilSettled(page);
      const path = join(folder, `${name}-${size}-${colorScheme}.png`);
      const rest = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width: viewport.width, height: Math.min(rest, 2 * viewport.height) };
      await page.screenshot({ path, animations: 'disabled', ...(size === 'phone' ? { fullPage: true, clip } : {}) });
    }
  };

  const walk = async (page: Page, paths: readonly string[], role: string, language: Language = 'en'): Promise<void> => {
    for (const path of paths) {
      await openScreen(page, path, language);
      await shoot(page, `${role}-${nameOf(path)}${language === 'en' ? '' : `-${language}`}`);
    }
  };

  const shootUnsent = async (page: Page, context: BrowserContext): Promise<void> => {
    const lesson = await findLessonWithPictures(page);
    await waitUntilReadyForOffline(page);
    await context.setOffline(true);
    await page.goto(`/lesson/view/${lesson.id}`);
    await page.locator('main img').nth(1).scrollIntoViewIfNeeded();
    await shoot(page, 'learner-lesson-reading');
    await writeComment(page, 'Tried it today with two families.');
    await writeComment(page, 'The third breath is the hard one.');
    await expect(pill(page)).toContainText('Offline, 2 to send');
    await page.getByText('The third breath is the hard one.').scrollIntoViewIfNeeded();
    await shoot(page, 'learner-lesson-unsent');
    await walkOffline(page, ['/dashboard', '/sync', '/lessons'], 'learner-offline');
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot(page, 'learner-log-out-unsent');
  };

  const walkOffline = async (page: Page, paths: readonly string[], role: string): Promise<void> => {
    for (const path of paths) {
      await page.goto(path);
      await expect(pill(page)).toContainText('Offline');
      await shoot(page, `${role}-${nameOf(path)}`);
    }
  };

  test.describe(size, () => {
    test.use({ viewport });

    test('a learner without an internet connection', async ({ page, context }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'fill all fields' })).toBeVisible();
      await shoot(page, 'login-error');
      await logIn(page, 'learner', '/login');
      await shootUnsent(page, context);
    });

    test('a running task of an employee', async ({ page }) => {
      await logIn(page, 'consultant');
      const row = page.getByRole('listitem').filter({ hasText: 'Call Sergey B.' });
      await openScreen(page, '/tasks');
      await row.getByRole('button', { name: 'Start' }).click();
      await expect(row.getByRole('button', { name: 'Pause' })).toBeVisible();
      await walk(page, ['/staff-dashboard', '/tasks'], 'staff-running');
      await page.getByRole('link', { name: 'Call Sergey B.' }).first().click();
      await expect(page.getByRole('timer')).toBeVisible();
      await shoot(page, 'staff-task-running');
      await page.getByRole('button', { name: 'Finish' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await shoot(page, 'staff-finish');
      await page.keyboard.press('Escape');
      await openScreen(page, '/tasks');
      await page.getByRole('button', { name: 'Add task' }).first().click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await shoot(page, 'staff-new-task');
    });

    // Texts are longer in other languages, so every screen is shown in each of them.
    for (const language of languages) {
      test.describe(language, () => {
        test.use({ locale: locales[language] });

        test(`screens without a login in ${language}`, async ({ page }) => {
          for (const path of publicPaths) {
            await page.goto(path);
            await expect(page.locator('html')).toHaveAttribute('lang', language);
            await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('…');
            await shoot(page, `public-${nameOf(path)}${language === 'en' ? '' : `-${language}`}`);
          }
        });
      });

      for (const { who, pathsOf } of people) {
        test(`screens of ${who === 'admin' ? 'an' : 'a'} ${who} in ${language}`, async ({ page }) => {
          await logIn(page, who);
          const paths = await pathsOf(page);
          await chooseLanguage(page, language);
          await walk(page, paths, who, language);
        });
      }
    }

    for (const who of ['manager', 'admin'] as const) {
      test(`states of the desk of ${who === 'admin' ? 'an' : 'a'} ${who}`, async ({ page }) => {
        await logIn(page, who);
        for (const { name, open, leave } of deskStates.filter((state) => state.who === who)) {
          const desk = { page, language: 'en', width: viewport.width } as const;
          await open(desk);
          await shoot(page, `${who}-state-${nameOf(name)}`);
          await leave?.(desk);
        }
      });
    }

    test('empty screens of an admin', async ({ page }) => {
      await logIn(page, 'admin');
      await walk(page, ['/staff-dashboard', '/tasks', '/tasks?group=completed'], 'empty');
    });
  });
}

import type { Page } from '@playwright/test';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { Task } from '../../contract/entities/task.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { expect, visit } from './helpers/home.ts';
import { focused, pressByKey, tabTo } from './helpers/keyboard.ts';
import { pill, rowsOf } from './helpers/phone.ts';

// Runs the main actions of a consultant without a mouse. After each action an element of the page must have the focus:
// otherwise the next Tab starts again at the top of the page, and a screen reader announces nothing.

/**
 * Waits until all changes are sent, because the focus may get lost at that moment, and checks that an element has the
 * focus.
 */
async function expectFocus(page: Page): Promise<void> {
  await expect(pill(page)).toContainText('Up to date');
  await expect.poll(() => focused(page)).not.toBe('nothing');
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

visit(
  'a consultant starts and finishes a task and logs a call with the keyboard alone, and the focus is never lost',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/login');
    await tabTo(page, page.getByLabel('Email or phone'));
    await page.keyboard.type('consultant@example.org');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Today')).toBeVisible();
    await expectFocus(page);

    await visit.step('starts a task, and finishes it with a follow-up', async () => {
      await pressByKey(page, page.getByRole('button', { name: 'Start', exact: true }).first());
      const finish = page.getByRole('button', { name: 'Finish' });
      await expect(finish).toBeVisible();
      await expectFocus(page);
      await pressByKey(page, finish);
      const sheet = page.getByRole('dialog', { name: 'How did it go?' });
      await expect(sheet).toBeVisible();
      await expectFocus(page);
      await tabTo(page, sheet.getByRole('radiogroup', { name: 'Result' }).getByRole('radio').first());
      await page.keyboard.press('Space');
      await pressByKey(page, sheet.getByRole('button', { name: /^In a week/ }));
      await expect(sheet).toHaveCount(0);
      await expectFocus(page);
      const tasks = await rowsOf<Task>(page, 'tasks');
      const finished = tasks.find(({ follow_up_of }) => follow_up_of !== null)?.follow_up_of;
      expect(tasks.find(({ id }) => id === finished)).toMatchObject({ state: 'completed' });
    });

    await visit.step('logs a call', async () => {
      const before = new Set((await rowsOf<Interaction>(page, 'interactions')).map(({ id }) => id));
      await pressByKey(page, page.getByRole('link', { name: 'Log a call' }));
      const people = page.getByRole('dialog', { name: 'Log a call' }).getByRole('list', { name: 'People' });
      await pressByKey(page, people.getByRole('button').first());
      const sheet = page.getByRole('dialog', { name: /^How did the call with .* go\?$/ });
      await pressByKey(page, sheet.getByRole('button', { name: 'Reached', exact: true }));
      await expect(sheet).toHaveCount(0);
      await expectFocus(page);
      const logged = (await rowsOf<Interaction>(page, 'interactions')).filter(({ id }) => !before.has(id));
      expect(logged).toMatchObject([{ kind: 'call', result: 'reached' }]);
    });
  },
);

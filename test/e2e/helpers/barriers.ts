import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './screens.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Bars at the edges of the screen cover what is just below them; scrolled to, it must be large enough. */
async function isOnlyCovered(page: Page, selector: string): Promise<boolean> {
  const first = page.locator(selector).first();
  await first.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const again = new AxeBuilder({ page }).setLegacyMode().include(selector).withRules(['target-size']);
  return (await again.analyze()).violations.length === 0;
}

/** What is wrong with the screen as it stands, in both themes: rule, theme and the elements. */
export async function barriers(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    // Within the page itself: no screen has frames, and a second page for the results takes longer than the rules.
    const builder = new AxeBuilder({ page }).setLegacyMode();
    // The colours are all that a theme changes.
    const isDark = colorScheme === 'dark';
    const { violations, passes } = await (
      isDark ? builder.withRules(['color-contrast']) : builder.withTags(tags)
    ).analyze();
    expect(passes.length, 'rules that looked at something').toBeGreaterThan(isDark ? 0 : 10);
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        if (id === 'target-size' && (await isOnlyCovered(page, target.join(' ')))) continue;
        found.push(`${name} (${colorScheme}) ${id}: ${target.join(' ')} ${failureSummary ?? ''}`);
      }
    }
  }
  return found;
}

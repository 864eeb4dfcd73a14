import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { waitUntilSettled } from './screens.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const onlyRules = (values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } });

interface AxeResult {
  violations: { id: string; nodes: { selector: string; summary: string }[] }[];
  /** Number of accessibility rules that applied to the page. */
  passes: number;
}

/**
 * Runs these rules on the page, or only on the elements `within`. The axe script is injected into each page the first
 * time that it is checked.
 */
async function runAxe(page: Page, options: RunOptions, within?: string): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, runOptions]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations, passes } = await run(selector ?? document, runOptions);
      const summaries = violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => ({
          selector: target.join(' '),
          summary: failureSummary ?? '',
        })),
      }));
      return { violations: summaries, passes: passes.length };
    },
    [within, options] as const,
  );
}

/**
 * Whether an element violates the rule about the size of targets only because a bar at the edge of the screen covers it. Checks the
 * element again after scrolling it into view.
 */
async function isOnlyCovered(page: Page, selector: string): Promise<boolean> {
  const first = page.locator(selector).first();
  await first.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return (await runAxe(page, onlyRules(['target-size']), selector)).violations.length === 0;
}

export const themes = ['dark', 'light'] as const;

/** A violation of an accessibility rule by an element. */
export interface Violation {
  id: string;
  selector: string;
}

/**
 * Returns the accessibility violations of the current screen in the given themes, each with rule, theme and elements.
 * Violations for which `isExpected` returns true are left out.
 */
export async function findAccessibilityViolations(
  page: Page,
  name: string,
  colorSchemes: readonly (typeof themes)[number][] = themes,
  isExpected: (page: Page, violation: Violation) => Promise<boolean> = async () => false,
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, colorScheme] of colorSchemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitUntilSettled(page);
    // A theme changes only colours, so run the rules that do not concern colours only in the last theme.
    const hasAllRules = index === colorSchemes.length - 1;
    const options: RunOptions = hasAllRules
      ? { runOnly: { type: 'tag', values: tags } }
      : onlyRules(['color-contrast']);
    const { violations, passes } = await runAxe(page, options);
    expect(passes, 'rules that looked at something').toBeGreaterThan(hasAllRules ? 10 : 0);
    for (const { id, nodes } of violations) {
      for (const { selector, summary } of nodes) {
        if (id === 'target-size' && (await isOnlyCovered(page, selector))) continue;
        if (await isExpected(page, { id, selector })) continue;
        found.push(`${name} (${colorScheme}) ${id}: ${selector} ${summary}`);
      }
    }
  }
  return found;
}

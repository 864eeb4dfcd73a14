import type { Page } from '@playwright/test';
import { waitUntilSettled } from './screens.ts';

/** The default font size of browsers in px. */
const NORMAL_PX = 16;

/** Sets the default font size of the browser, in percent of NORMAL_PX. The setting lasts until the next navigation. */
export async function setTextZoom(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSize = Math.round((NORMAL_PX * percent) / 100);
  await session.send('Page.setFontSizes', { fontSizes: { standard: fontSize, fixed: fontSize } });
  await session.detach();
}

// Source text, because compiled functions would call helpers that do not exist in the page.
const FIND_PROBLEMS = `(() => {
  const TOLERANCE = 2;
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) {
    const wide = [...document.body.querySelectorAll('*')].filter((element) =>
      element.getBoundingClientRect().right > clientWidth + 1 && element.checkVisibility());
    const { localName, textContent } = wide.findLast((element) => wide.includes(element.parentElement)) ?? wide[0] ?? document.body;
    found.push('scrolls sideways by ' + (scrollWidth - clientWidth) + ' px: ' + localName + ' ' + textContent.slice(0, 60));
  }
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // These texts may be cut: texts for screen readers, which are clipped or transparent, and previews of some lines.
  const mayBeCut = (element) => {
    const { webkitLineClamp, clipPath, position, color } = styleOf(element);
    return webkitLineClamp !== 'none' || color === 'rgba(0, 0, 0, 0)' || (position === 'absolute' && clipPath !== 'none') ||
      element.matches('svg, [aria-hidden="true"], [role="timer"]');
  };
  const clips = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const isCut = (rect, start) => {
    let [x, y] = [true, true];
    for (let at = start; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at);
      const box = at.getBoundingClientRect();
      if (x && clips(overflowX) && (rect.left < box.left - TOLERANCE || rect.right > box.right + TOLERANCE)) return true;
      if (y && clips(overflowY) && (rect.top < box.top - TOLERANCE || rect.bottom > box.bottom + TOLERANCE)) return true;
      if (overflowX === 'auto' || overflowX === 'scroll') x = false;
      if (overflowY === 'auto' || overflowY === 'scroll') y = false;
      if (position === 'fixed') break;
    }
    return x && (rect.right > innerWidth + TOLERANCE || rect.left < -TOLERANCE);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent.trim();
    if (text === '' || !parent || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    let at = parent;
    while (at && !mayBeCut(at)) at = at.parentElement;
    if (at) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (!rects.some((rect) => isCut(rect, parent))) continue;
    const { localName } = parent;
    const classes = parent.closest('[class]')?.getAttribute('class') ?? '';
    found.push('cuts "' + text.slice(0, 60) + '" (' + localName + ' in ' + classes + ')');
  }
  return [...new Set(found)];
})()`;

/** Returns the texts of the current screen that are cut, and by how much the screen scrolls sideways. */
export async function findReflowProblems(page: Page, name: string): Promise<string[]> {
  await waitUntilSettled(page);
  const found = await page.evaluate<string[]>(FIND_PROBLEMS);
  return found.map((problem) => `${name} ${problem}`);
}

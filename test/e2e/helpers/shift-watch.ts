import type { BrowserContext, Page } from '@playwright/test';

// Records the layout shifts of a page. The code that runs in the page is source text, because compiled functions would
// call helpers that do not exist in the page.

const QUIET_MS = 800;
const PATIENCE_MS = 12_000;

const script = `(() => {
  const describeElement = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element) return '(removed)';
    const classes = element.getAttribute?.('class');
    const text = (element.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40);
    return element.localName + (classes ? '.' + classes.split(' ').join('.') : '') + (text ? ' "' + text + '"' : '');
  };
  const boxText = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const watch = { sum: 0, shifted: [], changedAt: 0 };
  globalThis.shiftWatch = watch;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      watch.sum += value;
      watch.changedAt = performance.now();
      for (const { node, previousRect, currentRect } of sources)
        watch.shifted.push(value.toFixed(3) + ' at ' + Math.round(startTime) + ' ms: ' + describeElement(node) +
          ' from ' + boxText(previousRect) + ' to ' + boxText(currentRect));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => (watch.changedAt = performance.now()))
    .observe(document, { childList: true, subtree: true });
})()`;

/** Records the layout shifts of all pages that are loaded from now on. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(script);
}

interface Shifts {
  /** The sum of all shifts that were not caused by input. */
  shift: number;
  /** The shifted elements, with their positions and sizes before and after. */
  shifted: string[];
}

/** Waits until nothing is loading and nothing changes. Returns the shifts since the last call. */
export async function readShiftsWhenSettled(page: Page): Promise<Shifts> {
  const isSettled = `(() => {
    const isReady = document.querySelector('h1') && !document.querySelector('[aria-busy="true"]') &&
      document.querySelector('a[href="/sync"] [role="status"]')?.textContent.includes('Up to date');
    const isLoading = [...document.querySelectorAll('[role="status"]')].some((one) => one.textContent === 'Loading');
    return isReady && !isLoading && performance.now() - shiftWatch.changedAt > ${QUIET_MS};
  })()`;
  // A screen that changes continuously, such as one with a running clock, is measured after the timeout.
  await page.waitForFunction(isSettled, undefined, { timeout: PATIENCE_MS, polling: 100 }).catch(() => {});
  return page.evaluate<Shifts>(`(() => {
    const { sum, shifted } = shiftWatch;
    Object.assign(shiftWatch, { sum: 0, shifted: [], changedAt: performance.now() });
    return { shift: sum, shifted };
  })()`);
}

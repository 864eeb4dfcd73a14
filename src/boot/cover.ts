import { isAppPath, type SavedScreen } from '../lib/last-screen.ts';
import { paintScreen, type PaintedScreen } from './paint-screen.ts';

/** Time in ms after which the stored screen disappears even if the app is not ready. */
export const MAX_COVERED_MS = 10_000;
/** Time in ms that the app gets to complete its screen after the first rows are shown. */
export const COMPLETION_MS = 100;

/** Name of a mark of the performance timeline, for measurements. */
export const PAINTED_MARK = 'last-screen-painted';

/** Whether the app shows an error, or a screen with its rows. */
export function isAppReady(): boolean {
  const find = (selector: string) => document.querySelector(`#root ${selector}`);
  return Boolean(find(':is(h1, [role="alert"])') && !find(':is([data-awaited], [aria-busy="true"])'));
}

const controls = 'a, button, input, select, textarea, summary, label, [role="button"]';

/** Returns the control to which an element belongs; the element itself if it belongs to none. */
const controlOf = (element: Element | null): HTMLElement | null =>
  (element?.closest(controls) ?? element) as HTMLElement;

/** Returns what tells an element apart from others for the user. */
const identity = (element: Element | null): string =>
  `${element?.tagName} ${element?.getAttribute('href')} ${element?.textContent}`;

/**
 * Handles a click while the stored screen covers the page, so that none is lost. If the app already shows the same
 * element at this place, that element gets the click. A link is followed by the app as soon as it has started. Other
 * elements cannot react yet, so the stored screen disappears, and the user sees that the app is still loading.
 */
export function handleClick(
  event: MouseEvent,
  { elementAt }: Pick<PaintedScreen, 'elementAt'>,
  lift: () => void,
): void {
  // Clicks by keyboard and assistive technology are meant for the page below.
  if (event.detail === 0) return;
  const painted = controlOf(elementAt(event.clientX, event.clientY));
  if (identity(painted) === identity(controlOf(event.target as Element))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const href = painted?.getAttribute('href') ?? '';
  if (!painted || !isAppPath(href)) return lift();
  // The router starts at this path, or notices the change if it has already started.
  history.pushState({}, '', href);
  painted.style.opacity = '0.6';
}

/** Covers the page with a stored screen until the app is ready. Does nothing if it is ready already. */
export async function coverPage(screen: SavedScreen): Promise<void> {
  const painted = await paintScreen(screen);
  const { host } = painted;
  // The app may have become ready while the stored screen was being prepared.
  if (isAppReady()) return host.remove();
  let completion: ReturnType<typeof setTimeout> | undefined;
  const lift = (): void => {
    observer.disconnect();
    removeEventListener('click', onClick, true);
    host.remove();
  };
  const onClick = (event: MouseEvent): void => handleClick(event, painted, lift);
  const observer = new MutationObserver(() => {
    if (isAppReady()) completion ??= setTimeout(lift, COMPLETION_MS);
    else {
      clearTimeout(completion);
      completion = undefined;
    }
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  addEventListener('click', onClick, true);
  setTimeout(lift, MAX_COVERED_MS);
  host.style.visibility = '';
  performance.mark(PAINTED_MARK);
}

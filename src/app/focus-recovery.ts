import { useEffect } from 'react';

/** Time in ms for a screen to move the focus itself after the focused element has disappeared. */
const GRACE_MS = 100;

/**
 * Elements that may receive the focus. Fields are left out, because focusing a field opens the on-screen keyboard.
 * `data-keeps-focus` marks a text that replaces a button for a moment, so that the focus stays in its row.
 */
const TARGETS = 'a[href], button:not(:disabled), summary, [tabindex="0"], [data-keeps-focus]';

/** As long as one of these elements still exists, a focus that it has lost is not recovered. */
const NOT_RECOVERED = ':disabled, input, textarea, select';

const TITLE = 'h1[tabindex]';

const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** An element that contains the focus, and the neighbours that it had when the focus moved there. */
interface FocusPlace {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** Returns the elements around an element with their neighbours, innermost first, up to the content of the page. */
function placesOf(element: Element): FocusPlace[] {
  const places: FocusPlace[] = [];
  for (let at: Element | null = element; at && at !== document.body && at.id !== 'content'; at = at.parentElement)
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  return places;
}

function controlsIn(element: Element | null | undefined): Element[] {
  if (!element?.isConnected) return [];
  return [...(element.matches(TARGETS) ? [element] : []), ...element.querySelectorAll(TARGETS)];
}

/**
 * Returns the elements that may get the focus, best first: the element that had it, if it still exists; the controls
 * next to the element that disappeared; the controls around it; the title of the screen.
 */
function successors(places: readonly FocusPlace[], isSameScreen: boolean): Element[] {
  const title = document.querySelector(`main ${TITLE}`);
  // After a change of screens, and after a placeholder's title has disappeared, only a title may get the focus. The
  // title may appear later than the main element, which must not get the focus in the meantime.
  if (!isSameScreen || places[0]?.element.matches(TITLE)) return title ? [title] : [];
  const lastRemoved = places.findLastIndex(({ element }) => !element.isConnected);
  const { next, previous } = places[lastRemoved] ?? {};
  const surrounding = places.slice(lastRemoved + 1).map(({ element }) => element);
  const fallbacks = [title, document.querySelector('main')].filter((element) => element !== null);
  return [...[next, previous, ...surrounding].flatMap(controlsIn), ...fallbacks];
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Moves the focus whenever it is lost, until the returned function is called. See useFocusRecovery. */
export function watchFocus(): () => void {
  let places: readonly FocusPlace[] = [];
  let path = location.pathname;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressing = false;
  const onMouseDown = (): void => {
    isPressing = true;
    setTimeout(() => (isPressing = false));
  };
  const onFocusIn = ({ target }: FocusEvent): void => {
    // A dialog returns the focus to the element that opened it. That element may have disappeared in the meantime.
    if (!(target instanceof Element) || target.closest(DIALOGS)) return;
    // React may focus the same element again while the next screen loads. The element still belongs to the previous
    // screen, so `path` stays the same.
    if (target !== places[0]?.element) path = location.pathname;
    places = placesOf(target);
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    // The user presses outside all controls, so the focus is not lost but removed on purpose. In a dialog, however, it
    // returns to the element that opened the dialog.
    if (isPressing && relatedTarget === null && target instanceof Element && !target.closest(DIALOGS)) places = [];
  };
  const recover = (): void => {
    if (!isLost() || places.length === 0 || document.querySelector(DIALOGS)) return;
    // There is nothing to recover: a button that is disabled while it works gets the focus back afterwards, and a field
    // loses the focus on purpose when the user closes the keyboard of a phone.
    const focused = places[0]?.element;
    if (focused?.isConnected && focused.matches(NOT_RECOVERED)) return;
    // An element that is not displayed cannot get the focus.
    for (const element of successors(places, path === location.pathname)) {
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
      if (!isLost()) return;
    }
  };
  const observer = new MutationObserver(() => {
    if (!isLost() || places.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(recover, GRACE_MS);
  });
  document.addEventListener('mousedown', onMouseDown, true);
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  // On a busy device, the page stays inert for a while after a dialog has disappeared, and takes no focus while it is
  // inert.
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['inert', 'aria-hidden', 'disabled'],
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('mousedown', onMouseDown, true);
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

/**
 * Moves the focus to a neighbour if the focused element disappears, for example because its row was completed; moves it
 * to the title of the next screen if the screen disappears. Without this, the next Tab would start at the top of the
 * page, and a screen reader would announce nothing.
 */
export const useFocusRecovery = (): void => useEffect(watchFocus, []);

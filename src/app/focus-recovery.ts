import { useEffect } from 'react';

/** The time in ms that a screen has to move the focus itself after the focused element disappeared. */
const GRACE_MS = 100;

/** Elements that may receive the focus. Fields are left out, because a focused field opens the keyboard of a phone. */
const TARGETS = 'a[href], button:not(:disabled), summary, [tabindex="0"]';

const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** An element that contains the focus, and its neighbours at that time. */
interface Place {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** Returns the places that contain an element, from the inside out, up to the content of the page. */
function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  for (let at: Element | null = element; at && at !== document.body && at.id !== 'content'; at = at.parentElement)
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  return places;
}

function controlsIn(element: Element | null | undefined): Element[] {
  if (!element?.isConnected) return [];
  return [...(element.matches(TARGETS) ? [element] : []), ...element.querySelectorAll(TARGETS)];
}

/**
 * Returns the elements that may take over the focus, best first: the element that had it, if it is still there, the
 * controls of the neighbours of what disappeared, the controls around it, and the title of the screen.
 */
function successors(places: readonly Place[], isSameScreen: boolean): Element[] {
  const titles = ['main h1[tabindex]', 'main'].flatMap((selector) => document.querySelector(selector) ?? []);
  if (!isSameScreen) return titles;
  const removed = places.findLastIndex(({ element }) => !element.isConnected);
  const { next, previous } = places[removed] ?? {};
  const around = places.slice(removed + 1).map(({ element }) => element);
  return [...[next, previous, ...around].flatMap(controlsIn), ...titles];
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Watches the focus until the returned function is called. See useFocusRecovery. */
export function watchFocus(): () => void {
  let places: readonly Place[] = [];
  let path = location.pathname;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocusIn = ({ target }: FocusEvent): void => {
    // A dialog returns the focus to the element that opened it, which may have disappeared meanwhile.
    if (!(target instanceof Element) || target.closest(DIALOGS)) return;
    places = placesOf(target);
    path = location.pathname;
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    // The user pressed beside all controls, so the focus is not lost but given up.
    setTimeout(() => {
      if (target.isConnected && isLost()) places = [];
    });
  };
  const recover = (): void => {
    if (!isLost() || places.length === 0 || document.querySelector(DIALOGS)) return;
    // An element that is not displayed does not take the focus.
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
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  // On a busy device, the page stays inert for a while after a dialog has disappeared, and takes no focus until then.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert', 'aria-hidden'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

/**
 * Moves the focus to a neighbour if the element that has it disappears, for example because its row was done, and to the
 * title of the next screen if its screen disappears. Otherwise the next Tab would start at the top of the page, and a
 * screen reader would say nothing.
 */
export const useFocusRecovery = (): void => useEffect(watchFocus, []);

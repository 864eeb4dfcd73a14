import { negotiateLanguage } from '../../contract/language.ts';
import { isAppPath } from '../lib/last-screen.ts';
import { LOOK_KEY } from '../lib/look-key.ts';
import { isAppReady } from './cover.ts';

// [Note: Static login] Over a slow connection, the scripts of the app arrive seconds after the page. So on a first visit
// the page itself shows the login screen, which the build has rendered with the components of the app (see
// build/static-login-plugin.ts). It can be filled in. Once the app has rendered its own login screen, that one gets
// everything that was typed, the focus, and the last press, and replaces the static one without a shift.

/** Whether the app is going to show the login screen: it has never run in this browser, and the path leads there. */
export function isFirstVisit(): boolean {
  const { pathname, search } = location;
  const isLogin = pathname === '/login' && !/[?&]token=/.test(search);
  return (isLogin || pathname === '/') && localStorage.getItem(LOOK_KEY) === null;
}

const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent;

/** Returns what identifies an input: the value of a radio button, whose name is generated, or the purpose of a field. */
const keyOf = ({ type, value, name, autocomplete }: HTMLInputElement): string =>
  type === 'radio' ? `radio ${value}` : `${name} ${autocomplete}`;

/**
 * Returns the control of the app that corresponds to a control of the static login. There may be none: if a link was
 * pressed, the app shows another screen.
 */
function counterpartOf(control: HTMLElement, app: Element): HTMLElement | undefined {
  const candidates = [...app.querySelectorAll<HTMLElement>(control.localName)];
  return control instanceof HTMLInputElement
    ? candidates.find((candidate) => keyOf(candidate as HTMLInputElement) === keyOf(control))
    : candidates.find((candidate) => nameOf(candidate) === nameOf(control));
}

/** Sets the value of an input as if it had been typed. React overrides the property on the element itself. */
function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function copyInputs(login: Element, app: Element): void {
  for (const input of login.querySelectorAll('input')) {
    const own = counterpartOf(input, app) as HTMLInputElement | undefined;
    if (input.type === 'radio') {
      if (input.checked && !own?.checked) own?.click();
    } else if (own && input.value !== '') typeInto(own, input.value);
  }
}

function moveFocus(login: Element, app: Element): void {
  const focused = document.activeElement as HTMLElement;
  if (!login.contains(focused)) return;
  const own = counterpartOf(focused, app);
  own?.focus({ preventScroll: true });
  if (!(own instanceof HTMLInputElement) || own.type === 'radio') return;
  const { selectionStart, selectionEnd, selectionDirection } = focused as HTMLInputElement;
  own.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/**
 * Lets the controls of the static login react to a press. Returns a function that repeats the last press in the app's
 * login screen.
 */
function keepLastPress(login: Element): (app: Element) => void {
  let pressed: HTMLElement | undefined;
  const press = (control: HTMLElement): void => {
    if (pressed) pressed.style.opacity = '';
    pressed = control;
    control.style.opacity = '0.6';
  };
  login.addEventListener('submit', (event) => {
    event.preventDefault();
    press(login.querySelector<HTMLElement>('[type="submit"]')!);
  });
  login.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('a, [type="button"]');
    if (!control) return;
    const href = control.getAttribute('href');
    if (href !== null && isAppPath(href)) {
      event.preventDefault();
      // The router starts at this path, or notices the change if it has already started.
      history.pushState({}, '', href);
    }
    press(control);
  });
  return (app) => {
    if (pressed?.matches('[type="submit"]')) app.querySelector('form')?.requestSubmit();
    else if (pressed && !pressed.matches('a')) counterpartOf(pressed, app)?.click();
  };
}

/**
 * Calls `onRelease` after each press of a pointer and each composition of an input method. Returns a function that
 * tells whether one is in progress, and one that ends the observation.
 */
function watchHolds(onRelease: () => void): [isHeld: () => boolean, stop: () => void] {
  let isHeld = false;
  const end = new AbortController();
  const hold = (event: Event): void => {
    isHeld = !(event as PointerEvent).button;
  };
  const release = (): void =>
    // The click follows the event.
    void setTimeout(() => {
      isHeld = false;
      if (!end.signal.aborted) onRelease();
    });
  for (const name of ['pointerdown', 'compositionstart']) addEventListener(name, hold, end);
  for (const name of ['pointerup', 'pointercancel', 'compositionend']) addEventListener(name, release, end);
  return [() => isHeld, () => end.abort()];
}

/** Shows the static login in the language of the browser until the app is ready. */
export function showStaticLogin(): void {
  const app = document.getElementById('root');
  const language = negotiateLanguage(navigator.languages);
  const template = document.querySelector<HTMLTemplateElement>(`template[lang="${language}"]`);
  if (!app || !template) return;
  const login = document.createElement('div');
  login.append(template.content.cloneNode(true));
  app.before(login);
  app.style.display = 'none';
  document.documentElement.lang = language;
  const repeatLastPress = keepLastPress(login);
  const handOver = (): void => {
    // Replacing an input would interrupt an input method, and replacing a button would lose the click on it.
    if (isHeld() || !isAppReady()) return;
    stop();
    observer.disconnect();
    app.style.display = '';
    copyInputs(login, app);
    moveFocus(login, app);
    login.remove();
    repeatLastPress(app);
  };
  const [isHeld, stop] = watchHolds(handOver);
  const observer = new MutationObserver(handOver);
  observer.observe(app, { attributes: true, childList: true, subtree: true });
}

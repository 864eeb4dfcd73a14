/** A page of a browser with the functions that the journeys need. Each engine implements it with its own driver. */
export interface DrivenPage {
  /** Name and version of the browser. */
  readonly name: string;
  /** Folder of the browser profile; null if the browser keeps its data in memory. */
  readonly profile: string | null;
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns its result, converted through JSON. */
  run(body: string): Promise<unknown>;
  /** Clicks the element that matches a CSS selector. Throws if that takes longer than ACTION_TIMEOUT_MS. */
  click(selector: string): Promise<void>;
  /** Replaces the text of the field that matches a CSS selector. Throws if that takes longer than ACTION_TIMEOUT_MS. */
  fill(selector: string, text: string): Promise<void>;
  /** Returns the value of a cookie, including one that pages cannot read; undefined if the driver hides it. */
  cookie(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** The user agent that the browser sends instead of its own. */
  userAgent?: string;
}

/**
 * Functions for expressions that are evaluated in the page. While a dialog is open, elements are found only inside it,
 * because the rest of the page is inert.
 */
const HELPERS = `
  const isShown = (element) => element.getClientRects().length > 0;
  const isEnabled = (element) => !element.disabled && element.getAttribute('aria-disabled') !== 'true';
  const scope = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(isShown) ?? document;
  const namesOf = (element) => {
    const label = element.getAttribute('aria-label');
    const names = label ? [label] : [element, ...(element.labels ?? [])].map(({ textContent }) => textContent);
    return names.map((name) => name.trim());
  };
  const find = (selector, pattern, container = scope()) => [...(container?.querySelectorAll(selector) ?? [])]
    .find((element) => isShown(element) && isEnabled(element) && namesOf(element).some((name) => pattern.test(name)));
  const findRow = (text) => [...scope().querySelectorAll('li')]
    .find((element) => isShown(element) && element.textContent.includes(text)) ?? null;
  const text = () => document.body.innerText;`;

/** Source code of an expression that is evaluated in the page. */
export type Expression = string;

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Returns a pattern for names that contain a text. */
export const containing = (text: string): RegExp => new RegExp(escaped(text));

const patternOf = (name: string | RegExp): string =>
  String(typeof name === 'string' ? new RegExp(`^${escaped(name)}$`) : name);

const findNamed = (selector: string, name: string | RegExp): Expression =>
  `find(${JSON.stringify(selector)}, ${patternOf(name)})`;

const BUTTONS = 'button, [role=button]';

/** Returns an expression for the enabled button with this text or label. */
export const button = (name: string | RegExp): Expression => findNamed(BUTTONS, name);

/** Returns an expression for the enabled button with this text or label in the list row that contains a text. */
export const buttonInRow = (row: string, name: string | RegExp): Expression =>
  `find('${BUTTONS}', ${patternOf(name)}, findRow(${JSON.stringify(row)}))`;

/** Returns an expression for the text field with this label. */
export const field = (label: string | RegExp): Expression => findNamed('input, textarea', label);

/** Returns an expression for the radio button or chip with this text. */
export const choice = (text: string | RegExp): Expression => findNamed('label, [role=radio]', text);

/** Returns an expression that is true while the page does not show an element. */
export const isGone = (element: Expression): Expression => `!(${element})`;

/** Returns an expression that is true while the page shows a text. */
export const showsText = (text: string): Expression => `text().includes(${JSON.stringify(text)})`;

/** How long a step may take in a browser on a busy machine. */
export const TIMEOUT_MS = 180_000;
/** How long a driver may try to click or fill an element that the page may have replaced. */
export const ACTION_TIMEOUT_MS = 10_000;
const INTERVAL_MS = 200;

/** Returns the value of an expression in the page. */
export const evaluate = (page: DrivenPage, expression: Expression): Promise<unknown> =>
  page.run(`${HELPERS} return (${expression});`);

/** Waits until an expression is true in the page. `what` describes the awaited state in the error message. */
export async function waitUntil(page: DrivenPage, what: string, expression: Expression): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  let problem = '';
  while (Date.now() < end) {
    try {
      if (await evaluate(page, `Boolean(${expression})`)) return;
      problem = '';
    } catch (error) {
      // Throws while the browser replaces the page.
      problem = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  const visiblePage = await page.run('return location.pathname + ": " + document.body.innerText').catch(String);
  throw new Error(
    `${what}: not within ${TIMEOUT_MS / 1000} s; ${problem} ${await describeStandstill(page)}; the page is ${String(visiblePage).slice(0, 800)}`,
  );
}

/**
 * Returns what a page that stands still may be waiting for: the buttons that are pending, the files that the service
 * worker does not return, and the tables to which nothing can be written, each within five seconds.
 */
export async function describeStandstill(page: DrivenPage): Promise<string> {
  const state = page.run(`
    const within5s = (promise) =>
      Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve('no reply'), 5000))]);
    const done = (request) => new Promise((resolve) => {
      request.onsuccess = () => resolve('ok');
      request.onerror = () => resolve(String(request.error));
    });
    const pending = [...document.querySelectorAll('[data-pending]')].map(({ textContent }) => textContent);
    const scripts = [...document.scripts].map(({ src }) => src).filter((src) => src !== '');
    const file = scripts.length === 0 ? 'none' : await within5s(fetch(scripts[0]).then(({ status }) => status, String));
    const locked = [];
    for (const { name } of (await globalThis.indexedDB?.databases()) ?? []) {
      const opening = indexedDB.open(name);
      if ((await within5s(done(opening))) !== 'ok') locked.push(name);
      else {
        const db = opening.result;
        db.onversionchange = () => db.close();
        const write = (table) => within5s(done(db.transaction(table, 'readwrite').objectStore(table).count()));
        const tables = [...db.objectStoreNames];
        const replies = await Promise.all(tables.map(write));
        locked.push(...tables.filter((_, index) => replies[index] !== 'ok').map((table) => name + '/' + table));
        db.close();
      }
    }
    return 'pending: ' + pending.join(', ') + '; a script: ' + file + '; locked: ' + locked.join(', ');`);
  return String(await state.catch(String));
}

/** Attribute of the element on which the driver acts. */
const MARK_ATTRIBUTE = 'data-driven';

/** Waits for the element to which an expression evaluates, marks it, and returns a selector for it. */
async function markElement(page: DrivenPage, element: Expression): Promise<string> {
  await waitUntil(
    page,
    element,
    `(() => {
      const element = ${element};
      for (const marked of document.querySelectorAll('[${MARK_ATTRIBUTE}]')) marked.removeAttribute('${MARK_ATTRIBUTE}');
      element?.setAttribute('${MARK_ATTRIBUTE}', '');
      return element;
    })()`,
  );
  return `[${MARK_ATTRIBUTE}]`;
}

/**
 * Waits for the element to which an expression evaluates, and passes a selector for it to `act`. If the page replaces
 * the element before the driver reaches it, the search starts again and finds the new element.
 */
async function withElement(
  page: DrivenPage,
  element: Expression,
  act: (selector: string) => Promise<void>,
): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await act(await markElement(page, element));
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
  }
}

/** Clicks an element when the page shows it. */
export async function click(page: DrivenPage, element: Expression): Promise<void> {
  await withElement(page, element, (selector) => page.click(selector));
}

/** Replaces the text of a field when the page shows it. */
export async function fill(page: DrivenPage, element: Expression, text: string): Promise<void> {
  await withElement(page, element, (selector) => page.fill(selector, text));
  await waitUntil(page, `the text in ${element}`, `${element}?.value === ${JSON.stringify(text)}`);
}

/** A page of a browser that is not Chromium, with the functions that the journey needs. */
export interface DrivenPage {
  readonly name: string;
  /** Folder of the browser profile; null if the browser keeps its data in memory. */
  readonly profile: string | null;
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns its result, converted through JSON. */
  run(body: string): Promise<unknown>;
  /** Types into the element that matches a CSS selector. */
  type(selector: string, text: string): Promise<void>;
  /** Clicks the button with this text or label. */
  press(name: string): Promise<void>;
  /** Returns the value of a cookie, also of one that pages cannot read; undefined if the driver shows none. */
  cookie(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Returns an expression that finds a button by its text or label. */
export const buttonNamed = (name: string): string =>
  `[...document.querySelectorAll('button')].find((one) =>
    [one.textContent.trim(), one.ariaLabel].includes(${JSON.stringify(name)}))`;

/** Returns an expression that is true while the page shows a text. */
export const shows = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;

const TIMEOUT_MS = 90_000;

/** Waits until an expression is true in the page. */
export async function until(page: DrivenPage, what: string, expression: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  let problem = '';
  while (Date.now() < end) {
    try {
      if (await page.run(`return Boolean(${expression})`)) return;
      problem = '';
    } catch (error) {
      // A page that is just being replaced throws.
      problem = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const text = await page.run('return document.body.innerText').catch(String);
  throw new Error(`${what} did not happen; ${problem} the page shows: ${String(text).slice(0, 500)}`);
}

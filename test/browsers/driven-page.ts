/** A page of a browser that is not Chromium, with the functions that the journeys need. */
export interface DrivenPage {
  readonly name: string;
  /** Folder of the browser profile. */
  readonly profile: string;
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns its result, converted through JSON. */
  run(body: string): Promise<unknown>;
  /** Types into the element that matches a CSS selector. */
  type(selector: string, text: string): Promise<void>;
  /** Clicks the button with this text. */
  press(text: string): Promise<void>;
  close(): Promise<void>;
}

/** An expression that finds a button by its text. */
export const buttonNamed = (text: string): string =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)})`;

const WITHIN_MS = 90_000;

/** Waits until an expression is true in the page. */
export async function until(page: DrivenPage, what: string, expression: string): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (Date.now() < end) {
    // A page that is just being replaced throws.
    if (await page.run(`return Boolean(${expression})`).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const text = await page.run('return document.body.innerText').catch(String);
  throw new Error(`${what} did not happen; the page shows: ${String(text).slice(0, 500)}`);
}

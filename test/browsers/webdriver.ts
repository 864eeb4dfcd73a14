/** The key under which WebDriver returns an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Sends one command of the W3C WebDriver protocol. Throws the driver's error. */
export async function sendCommand(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: unknown };
  if (!reply.ok) throw new Error(JSON.stringify(value));
  return value;
}

/** A session of a browser behind a WebDriver. */
export class WebDriverSession {
  readonly version: string;
  private readonly url: string;

  private constructor(url: string, version: string) {
    this.url = url;
    this.version = version;
  }

  static async open(driver: string, capabilities: object): Promise<WebDriverSession> {
    const opened = await sendCommand(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
    const { sessionId, capabilities: actual } = opened as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    return new WebDriverSession(`${driver}/session/${sessionId}`, actual.browserVersion);
  }

  async goto(url: string): Promise<void> {
    await sendCommand(`${this.url}/url`, 'POST', { url });
  }

  /** Runs the body of an async function in the page. */
  async run(body: string): Promise<unknown> {
    const script = `const done = arguments[0]; (async () => { ${body} })()
      .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const result = await sendCommand(`${this.url}/execute/async`, 'POST', { script, args: [] });
    const { value, error } = result as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Selects the text of a field and types another text in its place. */
  async fill(selector: string, text: string): Promise<void> {
    await this.run(`const field = document.querySelector('${selector}'); field.focus(); field.select();`);
    const found = await sendCommand(`${this.url}/element`, 'POST', { using: 'css selector', value: selector });
    const { [ELEMENT]: id } = found as Record<string, string>;
    await sendCommand(`${this.url}/element/${id}/value`, 'POST', { text });
  }

  async end(): Promise<void> {
    await sendCommand(this.url, 'DELETE');
  }
}

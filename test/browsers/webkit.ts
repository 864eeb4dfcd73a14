import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { zone } from '../e2e/helpers/zone.ts';
import { type BrowserOptions, type DrivenPage, TIMEOUT_MS } from './driven-page.ts';
import type { WebKitPaths } from './install.ts';
import { sendCommand, WebDriverSession } from './webdriver.ts';
import { findFreePort } from '../helpers/free-port.ts';

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Starts a virtual display, which MiniBrowser needs, and returns its name. */
async function startDisplay(xvfb: string): Promise<{ child: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const child = spawn(xvfb, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(child.stdout)) return { child, display: `:${line}` };
  throw new Error('Xvfb did not start');
}

async function startDriver(path: string, display: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // With these variables, WebKit's processes run without a desktop session or a GPU.
  const variables = { GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
  const env = { ...process.env, ...variables, DISPLAY: display, TZ: zone, LANGUAGE: 'en_GB' };
  const child = spawn(path, ['--host=127.0.0.1', `--port=${port}`], { stdio: 'ignore', env });
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const isReady = await sendCommand(`${url}/status`, 'GET').catch(() => null);
    if (isReady) return { child, url };
    await pause(200);
  }
  await end(child);
  throw new Error('WebKitWebDriver did not start');
}

/** Opens WebKitGTK's MiniBrowser over WebDriver. Under automation it keeps a site's data in memory. */
export async function openWebKit(
  { driver, miniBrowser, xvfb }: WebKitPaths,
  { userAgent }: BrowserOptions = {},
): Promise<DrivenPage> {
  const screen = await startDisplay(xvfb);
  const closing: (() => Promise<void>)[] = [() => end(screen.child)];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step().catch(() => {});
  };
  try {
    const { child, url } = await startDriver(driver, screen.display);
    closing.push(() => end(child));
    const options = {
      binary: miniBrowser,
      args: ['--automation', ...(userAgent ? [`--user-agent=${userAgent}`] : [])],
    };
    const session = await WebDriverSession.open(url, {
      acceptInsecureCerts: true,
      timeouts: { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS },
      'webkitgtk:browserOptions': options,
    });
    closing.push(() => session.end());
    return {
      name: `WebKitGTK ${session.version}`,
      profile: null,
      goto: (to) => session.goto(to),
      run: (body) => session.run(body),
      // A click by the driver is sometimes lost before the window is painted.
      click: async (selector) => void (await session.run(`document.querySelector('${selector}').click()`)),
      fill: (selector, text) => session.fill(selector, text),
      // The driver returns only cookies for the path of the page.
      cookie: () => Promise.resolve(undefined),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

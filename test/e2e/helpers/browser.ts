import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../chromium.ts';
import { newFolder } from './start-server.ts';
import { zone } from './zone.ts';

/**
 * A browser with a profile on disk that runs in a separate process, so that it can be killed like an app on a phone.
 */
export class DiskBrowser {
  readonly folder = newFolder('profile');
  private child: ChildProcess | null = null;
  private disconnected: Promise<unknown> = Promise.resolve();

  /** Opens or reopens the browser with the same profile. With `offline`, the browser has no network from the start. */
  async open({ offline = false } = {}): Promise<{ context: BrowserContext; page: Page }> {
    const { executablePath, args } = chromiumLaunch();
    const browserArgs = [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${this.folder}`,
      '--lang=en-GB',
    ];
    const child = spawn(executablePath, [...args, ...browserArgs, '--window-size=400,800', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: zone },
      // A separate process group, so that the kill also reaches the renderer and storage processes.
      detached: true,
    });
    this.child = child;
    const browser = await chromium.connectOverCDP(await readEndpoint(child));
    this.disconnected = new Promise((resolve) => browser.once('disconnected', resolve));
    const context = browser.contexts()[0] ?? (await browser.newContext());
    await context.setOffline(offline);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  }

  /** Kills all processes of the browser with SIGKILL, so that nothing more is written. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exit;
    await this.disconnected;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readEndpoint(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`the browser ended: ${output}`)));
  });
}

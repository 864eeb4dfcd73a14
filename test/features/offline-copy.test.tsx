import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** A fake service worker registration. */
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  readonly update = vi.fn(async () => {});
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  registration = new FakeRegistration();
  isOnline = true;
  /** Chromium removes a registration whose first installation has failed. */
  readonly register = vi.fn(async () => {
    if (!this.isOnline) throw new TypeError('the script did not arrive');
    if (!this.registration.active) this.registration = new FakeRegistration();
    this.registration.installing = this.registration.active ? null : new FakeWorker();
    return this.registration;
  });
}

let browser: FakeContainer;
const requestLock = vi.fn<(name: string, options: LockOptions, run: () => Promise<unknown>) => void>();

beforeEach(() => {
  browser = new FakeContainer();
  requestLock.mockReset();
  stubNavigator('serviceWorker', browser);
  stubNavigator('locks', { request: requestLock });
});

const settled = async () => act(async () => vi.advanceTimersByTimeAsync(0));

async function install() {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { installOffline, offlineCopy } = await import('../../src/bridge/service-worker.ts');
  const ended = new AbortController();
  const { addEventListener } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (name: string, run: EventListenerOrEventListenerObject | null) =>
      run && addEventListener.call(globalThis, name, run, { signal: ended.signal }),
  );
  installOffline();
  await settled();
  return offlineCopy;
}

async function report(done: number, total: number): Promise<void> {
  act(() => void browser.dispatchEvent(new MessageEvent('message', { data: { type: 'offline-copy', done, total } })));
}

async function fail(): Promise<void> {
  act(() => browser.registration.installing?.become('redundant'));
  await settled();
}

const attempts = () => browser.register.mock.calls.length;

/** Returns the seconds until the next attempt starts. */
async function waitForNextAttempt(): Promise<number> {
  const before = attempts();
  for (let second = 1; second <= 100; second += 1) {
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    if (attempts() > before) return second;
  }
  return Infinity;
}

// These tests come first, because they use the modules of this file, while the other tests load their own copies.
describe('the sync centre', () => {
  it("shows the progress of the app's offline copy", async () => {
    const ports = freshPorts();
    await openPhone(ports);
    await showApp('/sync', ports);
    expect(await screen.findByText('The app is being saved for offline use: 0%.')).toBeTruthy();
    const { installOffline } = await import('../../src/bridge/service-worker.ts');
    await act(async () => installOffline());
    expect(screen.getByText('The app is being saved for offline use: 0%.')).toBeTruthy();
    await report(45, 100);
    expect(await screen.findByText('The app is being saved for offline use: 45%.')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'App saved for offline use' }).ariaValueNow).toBe('45');
    act(() => browser.registration.installing?.become('redundant'));
    expect(await screen.findByText(/was interrupted at 45%. It will retry automatically\./)).toBeTruthy();
    act(
      () => void browser.dispatchEvent(new MessageEvent('message', { data: { type: 'another', done: 9, total: 9 } })),
    );
    await act(async () => globalThis.dispatchEvent(new Event('online')));
    act(() => browser.registration.installing?.become('activated'));
    expect(await screen.findByText('The app is on this device and opens offline.')).toBeTruthy();
  });
});

it('says that a browser without service workers keeps no offline copy of the app', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.resetModules();
  const { installOffline } = await import('../../src/bridge/service-worker.ts');
  const { OfflineCopyCard } = await import('../../src/features/sync-centre/offline-copy-card.tsx');
  installOffline();
  render(
    <I18nProvider i18n={i18n}>
      <OfflineCopyCard />
    </I18nProvider>,
  );
  expect(screen.getByText('This browser cannot keep the app for offline use.')).toBeTruthy();
});

describe('the installation of the service worker', () => {
  it('repeats a failed installation of the service worker with a back-off of at most 20 s', async () => {
    const copy = await install();
    expect(copy().state).toBe('fetching');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await fail();
      expect(copy().state).toBe('interrupted');
      waits.push(await waitForNextAttempt());
    }
    expect(waits).toEqual([2, 4, 8, 16, 20, 20, 20]);
  });

  it('repeats an installation of the service worker whose script did not arrive', async () => {
    browser.isOnline = false;
    const copy = await install();
    expect(copy().state).toBe('interrupted');
    browser.isOnline = true;
    expect(await waitForNextAttempt()).toBe(2);
    expect(copy().state).toBe('fetching');
  });

  it("retries the service worker's installation with the shortest delay while the installation makes progress", async () => {
    await install();
    for (const done of [10, 20, 30]) {
      await report(done, 100);
      await fail();
      expect(await waitForNextAttempt()).toBe(2);
    }
    await fail();
    expect(await waitForNextAttempt()).toBe(4);
  });

  it.each([
    ['the network is back', () => globalThis.dispatchEvent(new Event('online'))],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('repeats a failed installation of the service worker immediately when %s', async (_, hint) => {
    await install();
    hint();
    expect(attempts()).toBe(1);
    await fail();
    hint();
    expect(attempts()).toBe(2);
    await settled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts()).toBe(2);
  });

  it('requests a failed update of the service worker again while the old version stays active', async () => {
    const active = new FakeWorker();
    browser.registration.active = active;
    browser.controller = active;
    const copy = await install();
    expect(copy().state).toBe('ready');
    const newWorker = new FakeWorker();
    browser.registration.installing = newWorker;
    browser.registration.dispatchEvent(new Event('updatefound'));
    newWorker.become('redundant');
    expect(browser.registration.update).not.toHaveBeenCalled();
    await waitForNextAttempt();
    expect(browser.registration.update).toHaveBeenCalledOnce();
    expect(copy().state).toBe('ready');
  });

  it('does not repeat an installation of the service worker when an installed version is replaced later', async () => {
    const copy = await install();
    const { installing } = browser.registration;
    for (const state of ['installed', 'activated', 'redundant']) installing?.become(state);
    expect(copy().state).toBe('ready');
    expect(await waitForNextAttempt()).toBe(Infinity);
  });
});

it('a page holds a shared lock, so that Firefox does not cache it for the Back button', async () => {
  await install();
  expect(requestLock).toHaveBeenCalledExactlyOnceWith('haversack-page', { mode: 'shared' }, expect.any(Function));
  const isReleased = vi.fn();
  void requestLock.mock.calls[0]?.[2]().finally(isReleased);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isReleased).not.toHaveBeenCalled();
});

describe('a page that no service worker controls', () => {
  it('asks a service worker activated during page load to claim the page', async () => {
    browser.registration.active = new FakeWorker();
    await install();
    expect(browser.registration.active.postMessage).toHaveBeenCalledWith({ type: 'claim' });
  });

  it('a page that a service worker controls sends no claim request', async () => {
    browser.registration.active = new FakeWorker();
    browser.controller = browser.registration.active;
    await install();
    expect(browser.registration.active.postMessage).not.toHaveBeenCalled();
  });
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PULL_PX } from '../../src/app/use-pull.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { freshPorts, idleSync, openPhone, showApp } from './fake-app.tsx';

const at = (y: number, x = 100) => ({ clientX: x, clientY: y });

/** Shows a screen. Returns the mock that is called for each sync cycle. */
async function show(path: string, isPaused = false) {
  const ports = freshPorts();
  const db = await openPhone(ports);
  if (isPaused) await saveMeta(db, 'paused', true);
  const syncNow = vi.fn<() => Promise<{ ok: boolean }>>().mockResolvedValue({ ok: true });
  await showApp(path, ports, { ...idleSync, syncNow: syncNow as never });
  await screen.findByRole('heading', { level: 1 });
  return { syncNow };
}

/** Look up the title for each gesture, because it is replaced after the screen has loaded. */
const title = () => screen.getByRole('heading', { level: 1 });

const hasGesture = () => document.documentElement.hasAttribute('data-has-pull');
const whenReady = () => waitFor(() => expect(hasGesture()).toBe(true));

function pull(target: Element, { from = at(100), to = at(100 + PULL_PX), fingers = 1 } = {}): void {
  fireEvent.touchStart(target, { touches: [from] });
  fireEvent.touchMove(target, { touches: Array.from({ length: fingers }, () => to) });
}

const release = (target: Element) => act(async () => void fireEvent.touchEnd(target, { touches: [] }));

it('pulling a list down and releasing it starts exactly one sync', async () => {
  const { syncNow } = await show('/news');
  await whenReady();
  pull(title(), { to: at(140) });
  expect(screen.getByText('Pull to sync')).toBeTruthy();
  pull(title());
  expect(screen.getByText('Release to sync')).toBeTruthy();
  expect(syncNow).not.toHaveBeenCalled();
  await release(title());
  expect(syncNow).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText('Syncing')).toBeNull());
});

it.each([
  ['a short pull', { to: at(100 + PULL_PX - 1) }],
  ['a movement to the side', { to: at(200, 210) }],
  ['a pull with two fingers', { fingers: 2 }],
])('%s does not sync', async (_, gesture) => {
  const { syncNow } = await show('/news');
  await whenReady();
  pull(title(), gesture);
  await release(title());
  expect(syncNow).not.toHaveBeenCalled();
  expect(PULL_PX).toBe(96);
});

/** Adds an element to the page until the end of the test. */
function addElement(name: string, role?: string): Element {
  const element = document.createElement(name);
  if (role) element.setAttribute('role', role);
  document.body.append(element);
  return element;
}

it('a pull does not sync while the page or a part of it is scrolled down', async () => {
  const { syncNow } = await show('/news');
  await whenReady();
  vi.stubGlobal('scrollY', 1);
  pull(title());
  await release(title());
  vi.stubGlobal('scrollY', 0);
  const part = addElement('div');
  part.scrollTop = 1;
  pull(part);
  await release(part);
  expect(syncNow).not.toHaveBeenCalled();
});

it('a pull does not sync if it begins in a field or while a sheet is open', async () => {
  const { syncNow } = await show('/news');
  await whenReady();
  const field = addElement('textarea');
  pull(field);
  await release(field);
  addElement('div', 'dialog');
  pull(title());
  await release(title());
  expect(syncNow).not.toHaveBeenCalled();
});

it.each([
  ['a form', '/contacts/new', false],
  ['a list while sending is paused', '/news', true],
])('the browser keeps its own gesture on %s', async (_, path, isPaused) => {
  const { syncNow } = await show(path, isPaused);
  pull(title());
  await release(title());
  expect([hasGesture(), syncNow.mock.calls.length]).toEqual([false, 0]);
});

it('says that a sync after a pull has failed', async () => {
  const { syncNow } = await show('/news');
  syncNow.mockResolvedValue({ ok: false });
  await whenReady();
  pull(title());
  await release(title());
  expect(await screen.findByText('Could not sync. It will retry automatically.')).toBeTruthy();
});

import { readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { makeEntry } from './entry-maker.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, openPhone, showApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';

function stubBadge() {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>().mockResolvedValue();
  const clearAppBadge = vi.fn<() => Promise<void>>().mockResolvedValue();
  stubNavigator('setAppBadge', setAppBadge);
  stubNavigator('clearAppBadge', clearAppBadge);
  return { setAppBadge, clearAppBadge };
}

describe('the app badge', () => {
  it('the app badge shows how many changes need the user, follows the count, and is cleared by a logout', async () => {
    const { setAppBadge, clearAppBadge } = stubBadge();
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.outbox.bulkPut([makeEntry(1, { state: 'rejected' }), makeEntry(2, { state: 'conflict' }), makeEntry(3)]);
    const { session } = await showApp('/news', ports);
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
    await db.outbox.filter(({ state }) => state === 'rejected').delete();
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
    clearAppBadge.mockClear();
    await act(async () => session.logOut('keep', () => {}));
    await waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  });

  it('the app badge is cleared when nothing needs the user', async () => {
    const { setAppBadge, clearAppBadge } = stubBadge();
    const ports = freshPorts();
    await openPhone(ports);
    await showApp('/news', ports);
    await waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
    expect(setAppBadge).not.toHaveBeenCalled();
  });

  it('shows the screen as usual if the browser refuses the app badge', async () => {
    const { setAppBadge } = stubBadge();
    setAppBadge.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.outbox.put(makeEntry(1, { state: 'rejected' }));
    await showApp('/news', ports);
    await waitFor(() => expect(setAppBadge).toHaveBeenCalledWith(1));
    expect(screen.getByRole('heading', { name: 'News', level: 1 })).toBeTruthy();
  });
});

interface Manifest {
  shortcuts: { name: string; url: string }[];
}

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest;
const shortcutUrl = (name: string): string => manifest.shortcuts.find((shortcut) => shortcut.name === name)!.url;

describe('the app shortcuts', () => {
  it('the app shortcut "Log a call" opens the form for a call', async () => {
    const ports = freshPorts();
    await openPhone(ports, { is_staff: true });
    await showApp(shortcutUrl('Log a call'), ports);
    expect(await screen.findByRole('heading', { name: 'Log a call' })).toBeTruthy();
  });

  it('the app shortcut "Continue lesson" opens the lesson that was read last', async () => {
    const lesson = (number: number, title: string) => ({
      id: `0198c000-0000-7000-8000-0000000000a${number}`,
      ...{ rev: 1, category_id: `0198c000-0000-7000-8000-0000000000c0`, title, language: 'en' as const },
      ...{ position: number, duration_min: 5, free: true, body: `<p>${title}</p>`, transcript: '', media: [] },
    });
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.lessons.bulkPut([lesson(1, 'First'), lesson(2, 'Second')]);
    await db.lesson_progress.put({
      ...{ id: lesson(2, '').id, rev: 1, state: 'started', seconds: 60, position: 0.5 },
      ...{ last_read_at: new Date().toISOString() },
    } as never);
    const { path } = await showApp(shortcutUrl('Continue lesson'), ports);
    expect(await screen.findByRole('heading', { name: 'Second' })).toBeTruthy();
    expect(path()).toBe(`/lesson/view/${lesson(2, '').id}`);
  });

  const employee = { is_staff: true };
  const member = { is_staff: false };

  /** Each shortcut with the role of the user, and the title and path of the screen that the shortcut opens. */
  const opened = [
    ['Log a call', employee, 'Log a call', '/calls/new'],
    ['Log a call', member, 'Log a call', '/calls/new'],
    ["Today's tasks", employee, 'Today', '/staff-dashboard?tab=today'],
    // Members have no tasks, so the shortcut opens their start page.
    ["Today's tasks", member, 'Home', '/dashboard'],
    ['Continue lesson', employee, 'Home', '/dashboard?do=resume'],
    ['Continue lesson', member, 'Home', '/dashboard?do=resume'],
    ['Sync centre', employee, 'Sync centre', '/sync'],
    ['Sync centre', member, 'Sync centre', '/sync'],
  ] as const;

  it('every app shortcut is tested', () => {
    const names = new Set<string>(opened.map(([name]) => name));
    expect(manifest.shortcuts.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(opened)('the app shortcut "%s" opens a screen for %o: %s', async (name, role, title, at) => {
    const ports = freshPorts();
    await openPhone(ports, role);
    const { path } = await showApp(shortcutUrl(name), ports);
    await waitFor(() => expect(document.title).toBe(`${title} · Haversack`));
    expect(path()).toBe(at);
  });

  it.each(opened)(
    'the app shortcut "%s" opens its screen for %o after the login: %s',
    async (name, role, title, at) => {
      const ports = freshPorts();
      const { session, path } = await showApp(shortcutUrl(name), ports);
      await waitFor(() => expect(path()).toBe(`/login?${new URLSearchParams({ next: shortcutUrl(name) })}`));
      await logInOnPhone(ports, makeMe(role));
      await act(async () => session.openSession({ user_id: ANNA, token: 'token' }));
      await waitFor(() => expect(document.title).toBe(`${title} · Haversack`));
      expect(path()).toBe(at);
    },
  );
});

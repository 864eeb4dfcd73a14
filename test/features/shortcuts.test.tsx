import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));

async function renderShortcuts(at: string, is_staff = true) {
  const ports = freshPorts();
  await openPhone(ports, { is_staff });
  const { path } = await showApp(at, ports);
  await screen.findAllByRole('heading', { level: 1 });
  // The code of the shortcuts loads after the first screen.
  await waitFor(() => {
    press('?');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return path;
}

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.body, { key, ...more });

/** Presses a key at the given page time. */
function pressAt(key: string, ms: number): void {
  const event = createEvent.keyDown(document.body, { key });
  Object.defineProperty(event, 'timeStamp', { value: ms });
  fireEvent(document.body, event);
}

describe('keyboard shortcuts', () => {
  it.each([
    ['t', '/tasks'],
    ['l', '/leads'],
    ['c', '/contacts'],
    ['h', '/staff-dashboard'],
    ['s', '/sync'],
  ])('pressing g and %s opens %s', async (key, target) => {
    const path = await renderShortcuts('/more');
    press('g');
    press(key);
    await waitFor(() => expect(path()).toBe(target));
  });

  it('pressing g and l opens the lessons for a learner', async () => {
    const path = await renderShortcuts('/more', false);
    press('g');
    press('l');
    await waitFor(() => expect(path()).toBe('/lessons'));
  });

  it.each([
    ['/', {}],
    ['k', { ctrlKey: true }],
    ['K', { metaKey: true }],
  ])('pressing %s with %o opens the search', async (key, more) => {
    const path = await renderShortcuts('/more');
    press(key, more);
    await waitFor(() => expect(path()).toBe('/search'));
  });

  it.each([
    [1_499, '/tasks'],
    [1_500, '/more'],
  ])('pressing g and t with %i ms between them leads to %s', async (pause, target) => {
    const path = await renderShortcuts('/more');
    pressAt('g', 10_000);
    pressAt('t', 10_000 + pause);
    await waitFor(() => expect(path()).toBe(target));
  });

  it('ignores a shortcut letter without a preceding g, or after another key has ended the sequence', async () => {
    const path = await renderShortcuts('/more');
    press('t');
    press('g');
    press('x');
    press('t');
    press('c', { ctrlKey: true });
    await screen.findAllByRole('heading', { level: 1 });
    expect(path()).toBe('/more');
  });

  it('ignores shortcut keys typed into a field', async () => {
    const path = await renderShortcuts('/search');
    const field = await screen.findByRole('searchbox');
    for (const key of ['?', 'g', 't']) fireEvent.keyDown(field, { key });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/search');
  });

  it('lists the shortcuts with their keys in order', async () => {
    await renderShortcuts('/more');
    press('?');
    const dialog = await screen.findByRole('dialog');
    const lines = [...dialog.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent,
      ...[...line.querySelectorAll('kbd')].map((key) => key.textContent),
    ]);
    expect(lines[0]).toEqual(['Search', '/']);
    expect(lines).toContainEqual(['Tasks', 'g', 't']);
    expect(lines.at(-1)).toEqual(['This list', '?']);
  });

  it('turns the shortcuts off in the settings', async () => {
    const path = await renderShortcuts('/profile/settings');
    fireEvent.click(await screen.findByRole('switch', { name: /Keyboard shortcuts/ }));
    press('?');
    press('g');
    press('t');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/profile/settings');
    fireEvent.click(screen.getByRole('switch', { name: /Keyboard shortcuts/ }));
    press('?');
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('keeps the shortcuts on when the choice cannot be stored', async () => {
    await renderShortcuts('/profile/settings');
    const choice: HTMLInputElement = await screen.findByRole('switch', { name: /Keyboard shortcuts/ });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.click(choice);
    expect(choice.checked).toBe(true);
    press('?');
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast, toast } from '../../src/ui/toast.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

async function renderShortcuts(at: string, is_staff = true) {
  const ports = freshPorts();
  await openPhone(ports, { is_staff });
  const { path } = await showApp(at, ports);
  await screen.findAllByRole('heading', { level: 1 });
  // The code of the shortcuts may still be loading. The key is kept until then.
  press('?');
  await screen.findByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return path;
}

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.body, { key, ...more });

/** Presses a key at the given time of the page, in ms. */
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
    ['d', '/dashboard'],
    ['p', '/people'],
    ['k', '/tickets'],
    ['w', '/downloads'],
    ['s', '/statistics'],
    ['y', '/sync'],
  ])('pressing g and %s opens %s', async (key, target) => {
    const path = await renderShortcuts('/more');
    press('g');
    press(key);
    await waitFor(() => expect(path()).toBe(target));
  });

  it.each([
    ['l', '/lessons'],
    ['d', '/dashboard'],
    ['t', '/more'],
  ])('pressing g and %s takes a learner to %s', async (key, target) => {
    const path = await renderShortcuts('/more', false);
    press('g');
    press(key);
    await waitFor(() => expect(path()).toBe(target));
  });

  it('finds the shortcut on a Russian layout by the position of the key', async () => {
    const path = await renderShortcuts('/more');
    press('п', { code: 'KeyG' });
    press('е', { code: 'KeyT' });
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('finds the shortcut on a Latin layout by the typed character', async () => {
    const path = await renderShortcuts('/more');
    press('g', { code: 'KeyU' });
    press('t', { code: 'KeyK' });
    await waitFor(() => expect(path()).toBe('/tasks'));
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
  ])('pressing g and t with %i ms between them ends at %s', async (pause, target) => {
    const path = await renderShortcuts('/more');
    pressAt('g', 10_000);
    pressAt('t', 10_000 + pause);
    await waitFor(() => expect(path()).toBe(target));
  });

  it('ignores a shortcut letter without a preceding g, or after another key has ended the sequence', async () => {
    const path = await renderShortcuts('/more');
    press('t');
    press('g');
    press('9');
    press('t');
    press('c', { ctrlKey: true });
    await screen.findAllByRole('heading', { level: 1 });
    expect(path()).toBe('/more');
  });

  it('Ctrl+Z runs the Undo of the shown toast, and no other action', async () => {
    await renderShortcuts('/more');
    const [undo, retry] = [vi.fn(), vi.fn()];
    toast('Moved', { action: { label: 'Take back', isUndo: true, onPress: undo } });
    press('z', { ctrlKey: true });
    expect(undo).toHaveBeenCalledOnce();
    expect(currentToast()).toBeNull();
    toast('Not saved', { action: { label: 'Undo', onPress: retry } });
    press('z', { ctrlKey: true });
    expect(retry).not.toHaveBeenCalled();
    expect(currentToast()?.message).toBe('Not saved');
  });

  it('ignores shortcut keys typed into a field', async () => {
    const path = await renderShortcuts('/search');
    const field = await screen.findByRole('searchbox');
    for (const key of ['?', 'g', 't', 'j']) fireEvent.keyDown(field, { key });
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    expect(document.activeElement).not.toBe(screen.queryAllByRole('listitem')[0]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/search');
  });

  const listed = async () => {
    press('?');
    const dialog = await screen.findByRole('dialog');
    return [...dialog.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent,
      ...[...line.querySelectorAll('kbd')].map((key) => key.textContent),
    ]);
  };

  it('lists the shortcuts with all their keys, except for screens that the role may not open', async () => {
    await renderShortcuts('/more');
    const lines = await listed();
    expect(lines[0]).toEqual(['Search', 'Ctrl', 'K', '/']);
    expect(lines).toContainEqual(['Next row', 'J', '↓']);
    expect(lines).toContainEqual(['Tasks', 'G', 'T']);
    expect(lines).toContainEqual(['Today', 'G', 'D']);
    expect(lines).toContainEqual(['Undo', 'Ctrl', 'Z']);
    expect(lines).toContainEqual(['This list', '?']);
    expect(lines).not.toContainEqual(['Accounting', expect.anything()]);
  });

  it('lists no employee screens for a learner, and gives their letters to other screens', async () => {
    await renderShortcuts('/more', false);
    const lines = await listed();
    expect(lines).toContainEqual(['Home', 'G', 'H', 'G', 'D']);
    expect(lines).toContainEqual(['Lessons', 'G', 'R', 'G', 'L']);
    expect(lines.map(([label]) => label)).not.toContain('Tasks');
  });

  it('lists the shortcuts of a screen in place of the app shortcuts that they override', async () => {
    await renderShortcuts('/contacts');
    const lines = await listed();
    expect(lines[0]).toEqual(['Search this list', '/']);
    expect(lines).toContainEqual(['Search', 'Ctrl', 'K']);
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

  it('ignores shortcut keys while a dialog is open', async () => {
    const path = await renderShortcuts('/more');
    await listed();
    press('g');
    press('t');
    press('k', { ctrlKey: true });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(path()).toBe('/more');
  });
});

describe('keys in lists', () => {
  const names = () => screen.getAllByRole('link').filter((link) => link.closest('main li'));
  const focused = () => names().indexOf(document.activeElement as HTMLElement);

  it('moves the focus between rows with j and k, the arrows, Home and End', async () => {
    await renderShortcuts('/more');
    const last = names().length - 1;
    const steps: [string, number][] = [
      ['j', 0],
      ['j', 1],
      ['ArrowDown', 2],
      ['k', 1],
      ['ArrowUp', 0],
      ['ArrowUp', 0],
      ['End', last],
      ['j', last],
      ['Home', 0],
    ];
    for (const [key, index] of steps) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect([key, focused()]).toEqual([key, index]);
    }
  });

  it('keeps every row reachable with Tab as a native link', async () => {
    await renderShortcuts('/more');
    press('j');
    expect(names().every((link) => link.tabIndex === 0 && link.getAttribute('role') === null)).toBe(true);
  });

  it('leaves the arrow keys to the page while no row has the focus', async () => {
    await renderShortcuts('/more');
    // fireEvent returns false if the default action was prevented.
    expect(press('ArrowDown')).toBe(true);
    expect(focused()).toBe(-1);
    press('j');
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })).toBe(false);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter' })).toBe(true);
  });

  it('moves with the arrows but not with letters while shortcuts are off', async () => {
    await renderShortcuts('/more');
    press('j');
    localStorage.setItem('haversack.shortcuts', 'off');
    fireEvent.keyDown(document.activeElement!, { key: 'j' });
    expect(focused()).toBe(0);
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    expect(focused()).toBe(1);
    localStorage.removeItem('haversack.shortcuts');
  });
});

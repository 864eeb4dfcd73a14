import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepEarlyKeys, takeEarlyKeys } from '../../src/hooks/early-keys.ts';
import { runEarlyKeys, type Shortcut, useShortcuts } from '../../src/hooks/shortcuts.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

vi.mock('../../src/app/frame-extras.tsx', () => {
  throw new Error('offline');
});

// The clock of the page, which starts after the longest time that matters.
const NOW = 20_000;

/** Presses a key some ms ago. Returns false if the default action was prevented. */
function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body, ago = 0): boolean {
  const event = createEvent.keyDown(target, { key, ...init });
  Object.defineProperty(event, 'timeStamp', { value: NOW - ago });
  return fireEvent(target, event);
}

const pressAgo = (key: string, ago: number): boolean => press(key, {}, document.body, ago);

const keptKeys = (): string[] => takeEarlyKeys().map(({ key }) => key);

function addToPage(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild!;
}

function Registered({ all, isFirst = false }: { all: readonly Shortcut[]; isFirst?: boolean }): null {
  useShortcuts('app', all, isFirst);
  return null;
}

/** Registers shortcuts that add their keys to the returned list. */
function register(...shortcuts: string[]): string[] {
  const ran: string[] = [];
  const all = shortcuts.map((keys) => ({ keys: keys.split(' '), label: keys, run: () => void ran.push(keys) }));
  render(<Registered all={all} />);
  return ran;
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(NOW);
  keepEarlyKeys();
});
afterEach(() => {
  takeEarlyKeys();
});

describe('keeping keys until the shortcuts are loaded', () => {
  it('keeps single keys in their order, and keeps none after they were taken', () => {
    for (const key of ['g', 'т', '/']) expect(press(key)).toBe(true);
    expect(keptKeys()).toEqual(['g', 'т', '/']);
    press('x');
    expect(keptKeys()).toEqual([]);
  });

  it('keeps the last eight keys', () => {
    for (const key of '123456789') press(key);
    expect(keptKeys().join('')).toBe('23456789');
  });

  it.each([
    ['k', { ctrlKey: true }],
    ['K', { metaKey: true }],
    ['л', { ctrlKey: true, code: 'KeyK' }],
  ])('keeps %s with %o from the browser, whose search it would open', (key, init) => {
    expect(press(key, init)).toBe(false);
    expect(keptKeys()).toEqual([key]);
  });

  it('a modifier key and a held key neither count nor drop a key', () => {
    press('g');
    for (const key of ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']) press(key);
    press('g', { repeat: true });
    expect(keptKeys()).toEqual(['g']);
  });

  it.each<[string, KeyboardEventInit]>([
    ['Escape', {}],
    ['ArrowDown', {}],
    ['Process', {}],
    ['z', { ctrlKey: true }],
    ['j', { metaKey: true }],
    ['m', { altKey: true }],
    ['k', { ctrlKey: true, shiftKey: true }],
    ['k', { ctrlKey: true, altKey: true }],
  ])('leaves %s with %o to the browser, and drops the keys before it', (key, init) => {
    press('g');
    expect(press(key, init)).toBe(true);
    expect(keptKeys()).toEqual([]);
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable></p>', '<ul role="listbox">'])(
    'drops all keys when one is typed into %s',
    (html) => {
      const field = addToPage(html);
      press('g');
      press('t', {}, field);
      expect(keptKeys()).toEqual([]);
    },
  );

  it('drops all keys when one is pressed that the focused element handles, or while a dialog is open', () => {
    const row = addToPage('<div></div>');
    row.addEventListener('keydown', (event) => event.preventDefault());
    press('g');
    press('t', {}, row);
    addToPage('<div role="dialog"></div>');
    press('l');
    expect(keptKeys()).toEqual([]);
  });

  it('drops the keys when the focus moves to a field, but not when it moves to a title', () => {
    const title = addToPage('<h1></h1><input>');
    press('g');
    fireEvent.focusIn(title);
    press('t');
    expect(keptKeys()).toEqual(['g', 't']);
    keepEarlyKeys();
    press('g');
    fireEvent.focusIn(title.nextElementSibling!);
    expect(keptKeys()).toEqual([]);
  });

  it.each(['pointerDown', 'blur'] as const)('drops the keys at a %s event', (type) => {
    press('g');
    fireEvent[type](globalThis.window);
    expect(keptKeys()).toEqual([]);
  });
});

describe('running the shortcuts of kept keys', () => {
  it('runs a sequence, and only the first of several shortcuts', () => {
    for (const key of ['x', 'g', 't', '/', 'n']) press(key);
    const ran = register('/', 'n', 'g t');
    runEarlyKeys();
    runEarlyKeys();
    expect(ran).toEqual(['g t']);
  });

  it('completes a sequence that was started before the shortcuts were loaded', () => {
    press('g');
    const ran = register('g t');
    runEarlyKeys();
    press('t');
    expect(ran).toEqual(['g t']);
  });

  it('runs shortcuts that come before those of the focused element', () => {
    press('h');
    const run = vi.fn();
    render(<Registered all={[{ keys: ['h'], label: 'Hide', run }]} isFirst />);
    runEarlyKeys();
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs the search, although its key was kept from the browser', () => {
    press('k', { ctrlKey: true });
    const ran = register('mod+k');
    runEarlyKeys();
    expect(ran).toEqual(['mod+k']);
  });

  it.each([
    [4_999, ['n']],
    [5_000, []],
  ])('a key of %i ms ago runs %j', (ago, expected) => {
    pressAgo('n', ago);
    const ran = register('n');
    runEarlyKeys();
    expect(ran).toEqual(expected);
  });

  it('keeps to the time limit of a sequence', () => {
    pressAgo('g', 1_500);
    pressAgo('t', 0);
    const ran = register('g t');
    runEarlyKeys();
    expect(ran).toEqual([]);
  });

  it('runs nothing while single keys are turned off', () => {
    localStorage.setItem('haversack.shortcuts', 'off');
    press('n');
    const ran = register('n');
    runEarlyKeys();
    expect(ran).toEqual([]);
  });

  it('runs nothing if a dialog has opened meanwhile', () => {
    press('n');
    addToPage('<div role="dialog"></div>');
    const ran = register('n');
    runEarlyKeys();
    expect(ran).toEqual([]);
  });

  it('runs nothing if a field has the focus', () => {
    const field = addToPage('<input>');
    press('n');
    const ran = register('n');
    // A browser may restore the focus without an event.
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(field);
    runEarlyKeys();
    expect(ran).toEqual([]);
  });

  it('a key that a screen has handled is not handled again, and ends the keys before it', () => {
    const ran = register('n');
    press('g');
    press('n');
    runEarlyKeys();
    expect(ran).toEqual(['n']);
    expect(keptKeys()).toEqual([]);
  });
});

describe('shortcuts that cannot be loaded', () => {
  it('leaves the keys to the browser', async () => {
    takeEarlyKeys();
    vi.restoreAllMocks();
    const ports = freshPorts();
    await openPhone(ports);
    await showApp('/more', ports);
    await screen.findAllByRole('heading', { level: 1 });
    await waitFor(() => expect(press('k', { ctrlKey: true })).toBe(true));
  });
});

import { useEffect } from 'react';
import { log } from '../lib/log.ts';

const KEY = 'haversack.shortcuts';

/** Whether single-key shortcuts are on; some people's input devices trigger them by accident. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off. Changes nothing if storage is full or forbidden. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch (error) {
    log.warn('the shortcut setting was not stored', error);
  }
}

/** Elements in which keys have a meaning of their own: fields, and lists in which letters jump to an option. */
const KEY_EATERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** Whether a key press is meant for a field or a dialog. */
export function isKeyTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(KEY_EATERS);
  return defaultPrevented || Boolean(isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]'));
}

/**
 * Where a shortcut works. Of two shortcuts with the same keys, the one of the earlier group runs: those of the screen
 * come before those of the app.
 */
export const shortcutGroups = ['screen', 'app', 'go'] as const;
export type ShortcutGroup = (typeof shortcutGroups)[number];

export interface Shortcut {
  /**
   * The keys to press one after the other, such as `['g', 't']`, `['?']` or `['mod+shift+z']`. `mod` is Ctrl, or Cmd
   * on a Mac. Other keys have the names of `KeyboardEvent.key` in lower case.
   */
  keys: readonly string[];
  /** What it does, as the list of shortcuts shows it. */
  label: string;
  run: () => void;
  /** Whether the press is meant for it; otherwise the browser handles the key. */
  accepts?: (event: KeyboardEvent) => boolean;
}

interface Registration {
  group: ShortcutGroup;
  isFirst: boolean;
  shortcuts: readonly Shortcut[];
}

const registered = new Set<Registration>();

/** How many ms a sequence waits for its next key. */
const SEQUENCE_MS = 1_500;

/** The keys of a sequence that has begun, and when the last one was pressed, in ms of page time. */
let sequence: { keys: readonly string[]; at: number } = { keys: [], at: 0 };

/**
 * Returns the name of the pressed key. A layout without Latin letters, such as the Russian one, types another letter
 * there, so the position of the key decides.
 */
function keyName({ key, code }: KeyboardEvent): string {
  const isForeignLetter = key.length === 1 && key > '\u007f';
  const latin = isForeignLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (latin ?? key).toLowerCase();
}

/** Returns the pressed key with its modifiers, in the notation of `Shortcut.keys`. */
function chordOf(event: KeyboardEvent): string {
  const name = keyName(event);
  // AltGr, which some layouts need for signs, is reported as Ctrl and Alt.
  const isAltGraph = event.getModifierState('AltGraph');
  const isMod = (event.ctrlKey || event.metaKey) && !isAltGraph;
  const isAlt = event.altKey && !isAltGraph;
  // For signs, Shift is a part of the layout.
  const isShift = event.shiftKey && (name.length > 1 || /[a-z]/.test(name));
  return [isMod && 'mod', isAlt && 'alt', isShift && 'shift', name].filter(Boolean).join('+');
}

/** Returns all shortcuts that work now, without those that another one with the same keys hides, by group. */
export function activeShortcuts(): { group: ShortcutGroup; shortcuts: Shortcut[] }[] {
  const seen = new Set<string>();
  const isNew = ({ keys }: Shortcut): boolean => !seen.has(keys.join(' ')) && Boolean(seen.add(keys.join(' ')));
  return shortcutGroups.map((group) => ({
    group,
    shortcuts: [...registered].filter((each) => each.group === group).flatMap((each) => each.shortcuts.filter(isNew)),
  }));
}

const isPrefix = (keys: readonly string[], of: readonly string[]): boolean =>
  keys.length < of.length && keys.every((key, index) => key === of[index]);

const isSingleKey = (chord: string): boolean => [...chord].length === 1;

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key);

/** Runs the shortcut that a press completes, unless the user is typing, a dialog is open or shortcuts are off. */
function press(event: KeyboardEvent, isFirst: boolean): void {
  if (isModifier(event.key) || isKeyTaken(event)) return;
  const chord = chordOf(event);
  if (isSingleKey(chord) && !areShortcutsOn()) return;
  const begun = event.timeStamp - sequence.at < SEQUENCE_MS ? sequence.keys : [];
  const candidates = [...registered]
    .toSorted((a, b) => shortcutGroups.indexOf(a.group) - shortcutGroups.indexOf(b.group))
    .flatMap((each) => each.shortcuts.map((shortcut) => ({ ...shortcut, isFirst: each.isFirst })))
    .filter(({ accepts }) => accepts?.(event) ?? true);
  const matching = (keys: readonly string[]) => candidates.find((each) => each.keys.join(' ') === keys.join(' '));
  const found = (begun.length > 0 ? matching([...begun, chord]) : undefined) ?? matching([chord]);
  if (found && found.isFirst === isFirst) {
    sequence = { keys: [], at: 0 };
    event.preventDefault();
    // A list would otherwise also jump to the item that begins with this letter.
    event.stopPropagation();
    found.run();
  } else if (!isFirst) {
    const isContinued = candidates.some(({ keys }) => isPrefix([...begun, chord], keys));
    const isBegun = candidates.some(({ keys }) => isPrefix([chord], keys));
    sequence = { keys: isContinued ? [...begun, chord] : isBegun ? [chord] : [], at: event.timeStamp };
  }
}

const pressFirst = (event: KeyboardEvent): void => press(event, true);
const pressLast = (event: KeyboardEvent): void => press(event, false);

function register(registration: Registration): () => void {
  if (registered.size === 0) {
    globalThis.addEventListener('keydown', pressFirst, true);
    globalThis.addEventListener('keydown', pressLast);
  }
  registered.add(registration);
  return () => {
    registered.delete(registration);
    if (registered.size > 0) return;
    globalThis.removeEventListener('keydown', pressFirst, true);
    globalThis.removeEventListener('keydown', pressLast);
  };
}

/**
 * Makes shortcuts work, and lists them under "?", as long as the component is mounted. None of them runs while a field
 * has the focus or a dialog is open; single keys can be turned off in the settings.
 */
export function useShortcuts(
  group: ShortcutGroup,
  shortcuts: readonly Shortcut[],
  /** Lets them run before the focused element handles the key, where letters jump to an item, as in a tree. */
  isFirst = false,
): void {
  useEffect(() => register({ group, shortcuts, isFirst }));
}

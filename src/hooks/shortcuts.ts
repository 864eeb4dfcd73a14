import { useEffect } from 'react';
import { log } from '../lib/log.ts';
import { dropEarlyKeys, isKeyTaken, isModifier, takeEarlyKeys } from './early-keys.ts';

const KEY = 'haversack.shortcuts';

/** Whether single-key shortcuts are on. Users whose input devices trigger them by accident can turn them off. */
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

/**
 * Groups of shortcuts, by precedence. If two shortcuts have the same keys, the one in the earlier group runs: shortcuts
 * of the screen come before those of the app.
 */
export const shortcutGroups = ['screen', 'app', 'go'] as const;
export type ShortcutGroup = (typeof shortcutGroups)[number];

export interface Shortcut {
  /**
   * The keys to press one after another, such as `['g', 't']`, `['?']` or `['mod+shift+z']`. `mod` is Ctrl or Cmd.
   * Other keys have the names of `KeyboardEvent.key` in lower case.
   */
  keys: readonly string[];
  /** What the shortcut does; shown in the list of shortcuts. */
  label: string;
  run: () => void;
  /** Whether the shortcut should run for this key press; if not, the browser handles the key. */
  accepts?: (event: KeyboardEvent) => boolean;
}

interface Registration {
  group: ShortcutGroup;
  isFirst: boolean;
  shortcuts: readonly Shortcut[];
}

const registered = new Set<Registration>();

/** Maximum time in ms between two keys of a sequence. */
const SEQUENCE_MS = 1_500;

/** The keys of an unfinished sequence, and the time of its last key in ms of page time. */
let sequence: { keys: readonly string[]; at: number } = { keys: [], at: 0 };

/**
 * Returns the name of the pressed key. On a layout without Latin letters, such as the Russian one, returns the Latin
 * letter at the position of the key.
 */
function keyName({ key, code }: KeyboardEvent): string {
  const isForeignLetter = key.length === 1 && key > '\u007f';
  const latin = isForeignLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (latin ?? key).toLowerCase();
}

/** Returns the pressed key with its modifiers, in the notation of `Shortcut.keys`. */
function chordOf(event: KeyboardEvent): string {
  const name = keyName(event);
  // Browsers report AltGr, which some layouts need for punctuation, as Ctrl and Alt.
  const isAltGraph = event.getModifierState('AltGraph');
  const isMod = (event.ctrlKey || event.metaKey) && !isAltGraph;
  const isAlt = event.altKey && !isAltGraph;
  // Punctuation such as "?" needs Shift on some layouts only, so Shift does not count as a modifier there.
  const isShift = event.shiftKey && (name.length > 1 || /[a-z]/.test(name));
  return [isMod && 'mod', isAlt && 'alt', isShift && 'shift', name].filter(Boolean).join('+');
}

/**
 * Returns all shortcuts that work now, by group. Of several shortcuts with the same keys, only the one with precedence
 * is returned.
 */
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

/**
 * Runs the shortcut whose keys this key press completes, unless single-key shortcuts are off. `isFirst`: whether this is
 * the capture phase, in which only shortcuts registered with `isFirst` run. Returns whether a shortcut was run.
 */
function runShortcut(event: KeyboardEvent, isFirst: boolean): boolean {
  const chord = chordOf(event);
  if (isSingleKey(chord) && !areShortcutsOn()) return false;
  const pendingKeys = event.timeStamp - sequence.at < SEQUENCE_MS ? sequence.keys : [];
  const candidates = [...registered]
    .toSorted((a, b) => shortcutGroups.indexOf(a.group) - shortcutGroups.indexOf(b.group))
    .flatMap((each) => each.shortcuts.map((shortcut) => ({ ...shortcut, isFirst: each.isFirst })))
    .filter(({ accepts }) => accepts?.(event) ?? true);
  const findMatching = (keys: readonly string[]) => candidates.find((each) => each.keys.join(' ') === keys.join(' '));
  const found = (pendingKeys.length > 0 ? findMatching([...pendingKeys, chord]) : undefined) ?? findMatching([chord]);
  if (found && found.isFirst === isFirst) {
    sequence = { keys: [], at: 0 };
    dropEarlyKeys();
    event.preventDefault();
    // Without this, a focused list would also jump to the item that begins with this letter.
    event.stopPropagation();
    found.run();
    return true;
  }
  if (!isFirst) {
    const continuesSequence = candidates.some(({ keys }) => isPrefix([...pendingKeys, chord], keys));
    const startsSequence = candidates.some(({ keys }) => isPrefix([chord], keys));
    sequence = {
      keys: continuesSequence ? [...pendingKeys, chord] : startsSequence ? [chord] : [],
      at: event.timeStamp,
    };
  }
  return false;
}

/** Handles a key press unless the user is typing or a dialog is open. */
function handleKeyPress(event: KeyboardEvent, isFirst: boolean): void {
  if (!isModifier(event.key) && !isKeyTaken(event)) runShortcut(event, isFirst);
}

/** Maximum age in ms of a key that was pressed before this code was loaded. */
const MAX_EARLY_MS = 5_000;

/**
 * Handles the keys that were pressed before this code was loaded, unless the user is typing or a dialog is open by now.
 * Only the first shortcut is run: the keys after it may be meant for what it opens, such as the text of a search.
 */
export function runEarlyKeys(): void {
  const keys = takeEarlyKeys();
  if (isKeyTaken({ target: document.activeElement, defaultPrevented: false })) return;
  const since = performance.now() - MAX_EARLY_MS;
  keys
    .filter(({ timeStamp }) => timeStamp > since)
    .some((event) => [true, false].some((isFirst) => runShortcut(event, isFirst)));
}

const onCapturedKey = (event: KeyboardEvent): void => handleKeyPress(event, true);
const onBubbledKey = (event: KeyboardEvent): void => handleKeyPress(event, false);

function register(registration: Registration): () => void {
  if (registered.size === 0) {
    globalThis.addEventListener('keydown', onCapturedKey, true);
    globalThis.addEventListener('keydown', onBubbledKey);
  }
  registered.add(registration);
  return () => {
    registered.delete(registration);
    if (registered.size > 0) return;
    globalThis.removeEventListener('keydown', onCapturedKey, true);
    globalThis.removeEventListener('keydown', onBubbledKey);
  };
}

/**
 * Registers shortcuts while the component is mounted, and adds them to the list under "?". No shortcut runs while a
 * field has the focus or a dialog is open. The user can turn single-key shortcuts off in the settings.
 */
export function useShortcuts(
  group: ShortcutGroup,
  shortcuts: readonly Shortcut[],
  /**
   * Whether these shortcuts run before the focused element gets the key. Needed for elements in which letters jump to
   * an item, such as a tree.
   */
  isFirst = false,
): void {
  useEffect(() => register({ group, shortcuts, isFirst }));
}

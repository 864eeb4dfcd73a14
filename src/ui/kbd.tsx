import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';

import styles from './kbd.module.css';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const keySymbols: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: 'Esc',
  alt: 'Alt',
};

/** Returns a function that returns the name of a key as it is printed on keyboards. */
function useKeyName(): (key: string) => string {
  const { t } = useLingui();
  const named: Record<string, string> = {
    mod: isMac() ? '⌘' : t({ message: 'Ctrl', context: 'key' }),
    shift: t({ message: 'Shift', context: 'key' }),
    home: t({ message: 'Home', context: 'key' }),
    end: t({ message: 'End', context: 'key' }),
    tab: t({ message: 'Tab', context: 'key' }),
    ' ': t({ message: 'Space', context: 'key' }),
  };
  return (key) => named[key] ?? keySymbols[key] ?? key.toUpperCase();
}

/** Shows the keys of a shortcut, in the notation of `Shortcut.keys`. */
export function Kbd({ keys }: { keys: readonly string[] }): ReactElement {
  const nameOf = useKeyName();
  const names = keys.flatMap((chord) => (chord === '+' ? ['+'] : chord.split('+')));
  return (
    <span className={styles.keys}>
      {names.map((key) => (
        <kbd key={key} className={styles.key}>
          {nameOf(key)}
        </kbd>
      ))}
    </span>
  );
}

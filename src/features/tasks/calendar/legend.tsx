import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { areShortcutsOn } from '../../../hooks/shortcuts.ts';
import styles from './calendar.module.css';

/** The legend below the calendar: the mark of unsent tasks, and the keys. */
export function Legend(): ReactElement {
  return (
    <div className={styles.legend}>
      <span>
        <span className={styles.sample} data-unsent="true" /> <Trans>Not sent yet</Trans>
      </span>
      {areShortcutsOn() && (
        <span className={styles.keys}>
          <Key name="T">
            <Trans context="key">today</Trans>
          </Key>
          <Key name="← →">
            <Trans context="key">week</Trans>
          </Key>
          <Key name="N">
            <Trans context="key">new task</Trans>
          </Key>
          <Key name="M">
            <Trans context="key">move</Trans>
          </Key>
          <Key name="S">
            <Trans context="key">start</Trans>
          </Key>
        </span>
      )}
    </div>
  );
}

function Key({ name, children }: { name: string; children: ReactElement }): ReactElement {
  return (
    <span>
      <kbd>{name}</kbd> {children}
    </span>
  );
}

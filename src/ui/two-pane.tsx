import type { ReactElement, ReactNode } from 'react';

import styles from './layout.module.css';

export type TwoPaneProps = {
  list: ReactNode;
  /** The open record. If it is null, only the list is shown below 1024 px. */
  detail: ReactNode | null;
  /**
   * Shown in the detail pane from 1024 px on while no record is open. Without it, the list takes the whole width then.
   */
  placeholder?: ReactNode;
  /** `fixed` makes the list 420 px wide; otherwise it takes two fifths. */
  listWidth?: 'share' | 'fixed';
};

/** Shows a list and a record side by side from 1024 px on, and only one of them on narrower screens. */
export function TwoPane({ list, detail, placeholder, listWidth = 'share' }: TwoPaneProps): ReactElement {
  return (
    <div className={styles.panes} data-open={detail !== null} data-list={listWidth}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>{detail ?? placeholder}</div>
    </div>
  );
}

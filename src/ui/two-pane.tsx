import type { ReactElement, ReactNode } from 'react';

import styles from './layout.module.css';

export type TwoPaneProps = {
  list: ReactNode;
  /** The open record. If it is null, narrow screens show the list. */
  detail: ReactNode | null;
  /**
   * Shown in the detail pane of wide screens while no record is open. If it is absent, the list has the full width at
   * that time.
   */
  placeholder?: ReactNode;
  /** Width of the list: two fifths (`share`) or 420 px (`fixed`). */
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

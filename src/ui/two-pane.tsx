import type { ReactElement, ReactNode } from 'react';

import styles from './layout.module.css';

export type TwoPaneProps = {
  list: ReactNode;
  /** The open record. If it is null, only the list is shown below 1024 px. */
  detail: ReactNode | null;
  /** Placeholder of the detail pane from 1024 px. Without one, the list takes the whole width until a record is open. */
  placeholder?: ReactNode;
  /** `fixed` makes the list 420 px wide; otherwise it takes two fifths. */
  listWidth?: 'share' | 'fixed';
};

/** Shows list and detail side by side from 1024 px on, and one at a time below. */
export function TwoPane({ list, detail, placeholder, listWidth = 'share' }: TwoPaneProps): ReactElement {
  return (
    <div className={styles.panes} data-open={detail !== null} data-list={listWidth}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>{detail ?? placeholder}</div>
    </div>
  );
}

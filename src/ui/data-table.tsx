import type { ReactElement, TableHTMLAttributes } from 'react';

import styles from './data-table.module.css';

/** A table on a surface of its own, which scrolls sideways if the table is too wide. */
export function DataTable(props: Omit<TableHTMLAttributes<HTMLTableElement>, 'className' | 'style'>): ReactElement {
  return (
    <div className={styles.scroller}>
      <table {...props} className={styles.table} />
    </div>
  );
}

import type { ReactElement, TableHTMLAttributes } from 'react';

import styles from './data-table.module.css';

interface DataTableProps extends Omit<TableHTMLAttributes<HTMLTableElement>, 'className' | 'style'> {
  'aria-label': string;
  /**
   * Whether all cells contain only text. The table itself can then have the focus, so that users can scroll it with the
   * keyboard.
   */
  hasTextOnly?: boolean;
}

/** A table on its own surface. If it is too wide, it scrolls sideways. */
export function DataTable({ hasTextOnly = false, ...props }: DataTableProps): ReactElement {
  return (
    <div
      className={styles.scroller}
      {...(hasTextOnly && { role: 'group', 'aria-label': props['aria-label'], tabIndex: 0 })}
    >
      <table {...props} className={styles.table} />
    </div>
  );
}

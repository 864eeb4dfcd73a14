import type { ReactElement, ReactNode } from 'react';

import styles from './chips.module.css';

export type ChipRowProps = {
  /** Purpose of the chips, e.g. filters. */
  'aria-label': string;
  /** Wraps onto several lines instead of scrolling. */
  wrap?: boolean;
  children: ReactNode;
};

/** A row of independent chips of different kinds, such as the filters of a list. */
export function ChipRow({ wrap = false, children, ...rest }: ChipRowProps): ReactElement {
  return (
    <div {...rest} role="group" className={styles.chips} data-wrap={wrap} data-filters="true">
      {children}
    </div>
  );
}

import type { ReactElement, ReactNode } from 'react';

import styles from './chips.module.css';

export type ChipRowProps = {
  /** What the chips are for, e.g. filters. */
  'aria-label': string;
  /** Wrap on several lines instead of scrolling sideways. */
  wrap?: boolean;
  children: ReactNode;
};

/** Chips of several kinds side by side, each with a choice of its own. */
export function ChipRow({ wrap = false, children, ...rest }: ChipRowProps): ReactElement {
  return (
    <div {...rest} role="group" className={styles.chips} data-wrap={wrap}>
      {children}
    </div>
  );
}

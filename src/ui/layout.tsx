import type { ReactElement, ReactNode } from 'react';

import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './layout.module.css';

export type TwoPaneProps = {
  list: ReactNode;
  /** The open record; null shows the list alone below 1024 px. */
  detail: ReactNode | null;
  /** What stands in the detail's place while nothing is open, from 1024 px. */
  placeholder?: ReactNode;
};

/** List and detail side by side from 1024 px, one at a time below. */
export function TwoPane({ list, detail, placeholder }: TwoPaneProps): ReactElement {
  return (
    <div className={styles.panes} data-open={detail !== null}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>{detail ?? placeholder}</div>
    </div>
  );
}

/** Two columns from 1024 px: the main matter and what stands beside it; one under the other below. */
export function Columns({ children, side }: { children: ReactNode; side: ReactNode }): ReactElement {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <div>{side}</div>
    </div>
  );
}

/** A bar that stays above the bottom navigation, e.g. to write a comment. Put it last in the page. */
export function StickyBar({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.sticky}>{children}</div>;
}

/** The one primary action of a screen at the thumb, below 1024 px. From there PageHeader's `action` has it. */
export function Fab(props: Omit<ButtonProps, 'variant' | 'wide' | 'small'>): ReactElement {
  return (
    <div className={classNames(styles.fab)}>
      <Button {...props} />
    </div>
  );
}

import type { ReactElement, ReactNode } from 'react';

import { Button, type ButtonProps, LinkButton, type LinkButtonProps } from './button.tsx';
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

export type ColumnsProps = {
  children: ReactNode;
  side: ReactNode;
  /** The side stands above the rest on a phone, e.g. the running task. */
  sideFirst?: boolean;
};

/** Two columns from 1024 px: the main matter and what stands beside it; one under the other below. */
export function Columns({ children, side, sideFirst = false }: ColumnsProps): ReactElement {
  const aside = (
    <div key="side" data-place="side">
      {side}
    </div>
  );
  return (
    <div className={styles.columns}>
      {sideFirst && aside}
      <div key="main">{children}</div>
      {!sideFirst && aside}
    </div>
  );
}

/** Keeps what is read or filled in at a comfortable width (720 px). */
export function Narrow({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.narrow}>{children}</div>;
}

/** A bar that stays above the bottom navigation, e.g. to write a comment. Put it last in the page. */
export function StickyBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={styles.sticky} data-sticky="true">
      {children}
    </div>
  );
}

/** The one primary action of a screen at the thumb, below 1024 px. From there PageHeader's `action` has it. */
export function Fab(props: Omit<ButtonProps, 'variant' | 'wide' | 'small'>): ReactElement {
  return (
    <div className={styles.fab} data-fab="true">
      <Button {...props} />
    </div>
  );
}

/** The same where the action is a screen of its own. */
export function FabLink(props: Omit<LinkButtonProps, 'variant' | 'wide' | 'small'>): ReactElement {
  return (
    <div className={styles.fab} data-fab="true">
      <LinkButton {...props} />
    </div>
  );
}

import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import { Button, ButtonAnchor, type ButtonAnchorProps, type ButtonProps } from './button.tsx';
import styles from './layout.module.css';
import { RootMark } from './root-mark.tsx';

export type ColumnsProps = {
  children: ReactNode;
  side: ReactNode;
  /** Puts the side column above the main content on a phone, e.g. for the running task. */
  sideFirst?: boolean;
};

/** Main content and a side column, side by side from 1024 px on, stacked on narrower screens. */
export function Columns({ children, side, sideFirst = false }: ColumnsProps): ReactElement {
  const sidebar = (
    <div key="side" data-place="side">
      {side}
    </div>
  );
  return (
    <div className={styles.columns}>
      {sideFirst && sidebar}
      <div key="main">{children}</div>
      {!sideFirst && sidebar}
    </div>
  );
}

/** Limits content and forms to a comfortable width (720 px). */
export function Narrow({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.narrow}>{children}</div>;
}

/** A bar that sticks above the bottom navigation, e.g. a comment composer. Place it last in the page. */
export function StickyBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={styles.sticky}>
      {children}
      <RootMark name="sticky" />
    </div>
  );
}

/** The bar of the primary action. It is at the bottom of the screen even if the list is short. */
function FabBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      <div className={styles.aboveFab} />
      <div className={styles.fab}>{children}</div>
      <RootMark name="fab" />
    </>
  );
}

/**
 * The primary action of a screen, within reach of the thumb. It is shown below 1024 px; on wider screens, the `action`
 * of PageHeader replaces it.
 */
export function Fab(props: Omit<ButtonProps, 'variant' | 'wide' | 'small'>): ReactElement {
  return (
    <FabBar>
      <Button {...props} />
    </FabBar>
  );
}

function FabAnchor(props: Omit<ButtonAnchorProps, 'variant' | 'wide' | 'small'>): ReactElement {
  return (
    <FabBar>
      <ButtonAnchor {...props} />
    </FabBar>
  );
}

/** A Fab that links to another screen. */
export const FabLink = createLink(FabAnchor);

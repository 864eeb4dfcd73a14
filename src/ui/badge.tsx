import type { ReactElement, ReactNode } from 'react';

import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { PressLink } from './press.tsx';

export type BadgeProps = {
  tone?: 'wait' | 'need' | 'ok' | 'info' | 'quiet';
  icon?: ReactNode;
  /** Always text: never colour alone. */
  children: ReactNode;
};

/** A state in one or two words inside a line. */
export function Badge({ tone = 'quiet', icon, children }: BadgeProps): ReactElement {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

export type PillProps = {
  tone?: 'neutral' | 'info' | 'wait' | 'need';
  icon?: ReactNode;
  /** Makes it a link. */
  href?: string;
  /** Rotates the icon, e.g. while sending. */
  isBusy?: boolean;
  children: ReactNode;
};

/** A state on a tinted background, as at the top right of each screen. */
export function Pill({ tone = 'neutral', icon, href, isBusy = false, children }: PillProps): ReactElement {
  const face = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
    </>
  );
  const shared = { className: classNames(styles.pill), 'data-tone': tone, 'data-busy': isBusy };
  if (href === undefined) return <span {...shared}>{face}</span>;
  return (
    <PressLink {...shared} href={href}>
      {face}
    </PressLink>
  );
}

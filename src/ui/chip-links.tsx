import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import styles from './chips.module.css';
import { classNames } from './class-names.ts';
import { Anchor, type AnchorProps } from './press.tsx';

export type CommonChipsProps = {
  /** The purpose of the chips, for screen readers. */
  'aria-label': string;
  /** Wraps onto several lines instead of scrolling. */
  wrap?: boolean;
};

/** A row of `ChipLink`s: filters or tabs whose state is in the URL. */
export function ChipLinks({
  children,
  wrap = false,
  ...rest
}: CommonChipsProps & { children: ReactNode }): ReactElement {
  return (
    <nav {...rest} className={styles.chips} data-wrap={wrap}>
      {children}
    </nav>
  );
}

type ChipAnchorProps = Omit<AnchorProps, 'className' | 'current'> & {
  isCurrent: boolean;
  count?: number | string | undefined;
};

function ChipAnchor({ isCurrent, count, children, ...rest }: ChipAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={classNames(styles.chip)} current={isCurrent ? 'true' : undefined}>
      {children}
      {count !== undefined && <span className={styles.count}> {count}</span>}
    </Anchor>
  );
}

/** One choice inside `ChipLinks`. */
export const ChipLink = createLink(ChipAnchor);

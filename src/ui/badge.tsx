import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { Anchor, type AnchorProps } from './press.tsx';

export type BadgeProps = {
  tone?: 'wait' | 'need' | 'ok' | 'info' | 'quiet';
  icon?: ReactNode;
  /** The state as text, so that colour is never the only information. */
  children: ReactNode;
};

/** Shows a state inline, in one or two words. */
export function Badge({ tone = 'quiet', icon, children }: BadgeProps): ReactElement {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

export type PillTone = 'neutral' | 'info' | 'wait' | 'need';

type PillAnchorProps = Omit<AnchorProps, 'className'> & {
  tone?: PillTone;
  icon?: ReactNode;
  /** Rotates the icon, e.g. while sending. */
  isBusy?: boolean;
};

function PillAnchor({ tone = 'neutral', icon, isBusy = false, children, ...rest }: PillAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={classNames(styles.pill)} data-tone={tone} data-busy={isBusy}>
      {icon}
      <span className={styles.label}>{children}</span>
    </Anchor>
  );
}

/**
 * A link that shows a state on a tinted background and leads to a screen that explains it. An example is the sync
 * status at the top right of each screen.
 */
export const PillLink = createLink(PillAnchor);

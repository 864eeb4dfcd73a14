import type { ReactElement, ReactNode } from 'react';
import type { BadgeProps } from './badge.tsx';
import styles from './status-dot.module.css';

interface StatusDotProps {
  tone: NonNullable<BadgeProps['tone']>;
  children: ReactNode;
}

/** The status of a row in a table: a coloured dot before the text. */
export function StatusDot({ tone, children }: StatusDotProps): ReactElement {
  return (
    <span className={styles.status} data-tone={tone}>
      <span>{children}</span>
    </span>
  );
}

import type { ReactElement, ReactNode } from 'react';
import styles from './details.module.css';

/** A description list, with several columns if there is space for them. */
export function Details({ small = false, children }: { small?: boolean; children: ReactNode }): ReactElement {
  return (
    <dl className={styles.details} data-small={small}>
      {children}
    </dl>
  );
}

interface DetailProps {
  name: ReactNode;
  /** Spans all columns. */
  wide?: boolean;
  children: ReactNode;
}

export function Detail({ name, wide = false, children }: DetailProps): ReactElement {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ReactElement, ReactNode } from 'react';
import styles from './details.module.css';

/** What is known of something, in columns where there is room. */
export function Details({ small = false, children }: { small?: boolean; children: ReactNode }): ReactElement {
  return (
    <dl className={styles.facts} data-small={small}>
      {children}
    </dl>
  );
}

interface DetailProps {
  name: ReactNode;
  /** Over all columns. */
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

import type { HTMLAttributes, ReactElement } from 'react';

import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden(props: Omit<HTMLAttributes<HTMLSpanElement>, 'className'>): ReactElement {
  return <span {...props} className={styles.hidden} />;
}

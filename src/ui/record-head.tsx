import type { ReactElement, ReactNode } from 'react';

import styles from './record-head.module.css';

/** The picture of a person beside what identifies them. */
export function RecordHead({ picture, children }: { picture: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div className={styles.head}>
      {picture}
      <div className={styles.identity}>{children}</div>
    </div>
  );
}

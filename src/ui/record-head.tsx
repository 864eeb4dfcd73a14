import type { ReactElement, ReactNode } from 'react';

import styles from './record-head.module.css';

/** The header of a person's screen: the picture beside the name and other identifying data. */
export function RecordHead({ picture, children }: { picture: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div className={styles.head}>
      {picture}
      <div className={styles.identity}>{children}</div>
    </div>
  );
}

import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, ReactNode } from 'react';

import styles from './fold.module.css';

export type FoldProps = {
  title: ReactNode;
  /** A short summary of the collapsed content, cut off at the end of the line. */
  hint?: ReactNode;
  /** Whether only the line has a border. For content that has its own borders. */
  isOpenFrame?: boolean;
  children: ReactNode;
};

/** Content that is collapsed until the user opens it. For content that most users do not need. */
export function Fold({ title, hint, isOpenFrame = false, children }: FoldProps): ReactElement {
  return (
    <details className={styles.fold} data-open-frame={isOpenFrame}>
      <summary>
        <span className={styles.title}>{title}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
        <IconChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

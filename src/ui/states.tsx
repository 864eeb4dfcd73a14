import { useLingui } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement, ReactNode } from 'react';

import styles from './states.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type EmptyStateProps = {
  icon?: ReactNode;
  /** One sentence. If the reason is that the device is offline, the sentence must say so. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
};

/** Shown instead of an empty list: why it is empty, and what the user can do next. */
export function EmptyState({ icon, children, action }: EmptyStateProps): ReactElement {
  return (
    <div className={styles.state}>
      {icon && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}

export type ErrorStateProps = {
  /** What happened, in plain words. */
  title: ReactNode;
  /** What was not lost, such as "Your text is kept." */
  safe?: ReactNode;
  /** One next step, as a button or link. */
  action?: ReactNode;
  /** Details for support, collapsed by default. */
  details?: string | undefined;
};

/** Shown instead of content that failed: what happened, what was not lost, one next step, and collapsed details. */
export function ErrorState({ title, safe, action, details }: ErrorStateProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon} data-tone="need" aria-hidden="true">
        <IconAlertTriangle />
      </div>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {safe && <p className={styles.safe}>{safe}</p>}
      </div>
      {action}
      {details && (
        <details className={styles.details}>
          <summary>{t`Details`}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </div>
  );
}

/**
 * A placeholder for a part that loads quickly and may turn out to be empty. While it is shown, a Stack hides everything
 * below it.
 */
export const LoadingPart = (): ReactElement => <i hidden data-awaited />;

export type SkeletonProps = {
  rows?: number;
  /** Reserves space for an avatar or a cover at the left of each row. */
  leading?: 'none' | 'circle' | 'cover';
  label?: string;
};

/** The skeleton of a list that is still loading. It appears after 150 ms. */
export function Skeleton({ rows = 4, leading = 'circle', label }: SkeletonProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.skeleton} data-awaited>
      <VisuallyHidden role="status">{label ?? t`Loading`}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.placeholder} aria-hidden="true">
          {leading !== 'none' && <i data-shape={leading} />}
          <div>
            <i data-shape="title" />
            <i data-shape="line" />
          </div>
        </div>
      ))}
    </div>
  );
}

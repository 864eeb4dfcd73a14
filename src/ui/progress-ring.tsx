import type { CSSProperties, ReactElement, ReactNode } from 'react';
import styles from './progress-ring.module.css';
import { progressAttributes, type ProgressProps } from './progress.tsx';

export type ProgressRingProps = ProgressProps & {
  /** The value from which the ring fills when it appears. If absent, the ring is not animated. */
  from?: number;
  /** Makes the ring 32 px wide instead of 56 px. */
  small?: boolean;
  /** An icon in the middle. */
  children?: ReactNode;
};

/** A ring that shows progress. With `from`, it is animated when it appears, unless the user prefers reduced motion. */
export function ProgressRing({ from, small = false, children, ...progress }: ProgressRingProps): ReactElement {
  const { share, aria } = progressAttributes(progress);
  const style: CSSProperties & Record<'--share' | '--from', number> = { '--share': share, '--from': from ?? share };
  return (
    <div {...aria} className={styles.ring} data-small={small} style={style}>
      <svg className={styles.drawing} viewBox="0 0 100 100" data-empty={share === 0} aria-hidden="true">
        <circle cx="50" cy="50" r="44" />
        <circle cx="50" cy="50" r="44" pathLength="1" />
      </svg>
      {children && <span className={styles.content}>{children}</span>}
    </div>
  );
}

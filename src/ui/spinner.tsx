import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';

import styles from './spinner.module.css';

export type SpinnerProps = {
  /** Text beside the ring. Without it, screen readers announce "Loading". */
  label?: string;
  /** Shows only the ring, in the size of an icon and hidden from screen readers. */
  small?: boolean;
};

/** A rotating ring while something is pending. */
export function Spinner({ label, small = false }: SpinnerProps): ReactElement {
  const { t } = useLingui();
  const ring = (
    <svg className={styles.ring} data-small={small} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
  if (small) return ring;
  return (
    <div className={styles.center} role="status" aria-label={label ?? t`Loading`}>
      {ring}
      {label && <span>{label}</span>}
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import styles from './root-loading.module.css';

/** Shown at the start until the logged-in user is known, and during a logout. */
export function RootLoading(): ReactElement {
  const { t } = useLingui();
  return (
    <main className={styles.center} data-awaited>
      <Spinner label={t`Loading`} />
    </main>
  );
}

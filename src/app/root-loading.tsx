import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import styles from './root-loading.module.css';

/** Shown until the app knows who is logged in, and during a logout. */
export function RootLoading(): ReactElement {
  const { t } = useLingui();
  return (
    <main className={styles.center}>
      <Spinner label={t`Loading`} />
    </main>
  );
}

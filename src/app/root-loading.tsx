import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import styles from './root-loading.module.css';

/** Shown only until it is known who is logged in, and while somebody logs out. */
export function RootLoading(): ReactElement {
  const { t } = useLingui();
  return (
    <main className={styles.place}>
      <Spinner label={t`Loading`} />
    </main>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useApiLimits } from '../../hooks/use-is-write-supported.ts';
import { Card } from '../../ui/card.tsx';
import styles from './sync.module.css';

/** Explains which guarantees are missing or weaker with a server that has only the documented calls. */
export function LimitsCard(): ReactElement | null {
  if (!useApiLimits()) return null;
  return (
    <Card>
      <div className={styles.state}>
        <h3>
          <Trans>This server has no sync</Trans>
        </h3>
        <p className={styles.small}>
          <Trans>
            If two people edit the same record, the last edit wins. Changes by others appear when a list is refreshed,
            which can take up to an hour.
          </Trans>
        </p>
        <p className={styles.small}>
          <Trans>
            If an answer is lost, the app looks for the change on the server, and asks you if it cannot find out. Work
            on a record that was reassigned is not handed over.
          </Trans>
        </p>
        <p className={styles.small}>
          <Trans>
            What this server does not offer is hidden, or explained when you try it. Read marks, reading positions and
            saved views stay on this device.
          </Trans>
        </p>
      </div>
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useSyncExternalStore } from 'react';
import { offlineCopy, onOfflineCopy, type OfflineCopy } from '../../bridge/service-worker.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import styles from './sync.module.css';

function CopyText({ copy: { state, done, total } }: { copy: OfflineCopy }): ReactElement {
  const { i18n } = useLingui();
  const share = i18n.number(total === 0 ? 0 : Math.min(0.99, done / total), { style: 'percent' });
  switch (state) {
    case 'unsupported':
      return <Trans>This browser cannot keep the app for offline use.</Trans>;
    case 'ready':
      return <Trans>The app is on this device and opens offline.</Trans>;
    case 'fetching':
      return <Trans>The app is being saved for offline use: {share}.</Trans>;
    case 'interrupted':
      return <Trans>Saving the app for offline use was interrupted at {share}. It will retry automatically.</Trans>;
  }
}

/** Shows how much of the app itself is on this device. */
export function OfflineCopyCard(): ReactElement {
  const { t } = useLingui();
  const copy = useSyncExternalStore(onOfflineCopy, offlineCopy);
  const isFetching = copy.state === 'fetching' || copy.state === 'interrupted';
  return (
    <Card>
      <div className={styles.state}>
        <h3>
          <Trans>The app</Trans>
        </h3>
        <p className={styles.small} role="status">
          <CopyText copy={copy} />
        </p>
        {isFetching && copy.total > 0 && (
          <ProgressBar aria-label={t`App saved for offline use`} value={copy.done / copy.total} />
        )}
      </div>
    </Card>
  );
}

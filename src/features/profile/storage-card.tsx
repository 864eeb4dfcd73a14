import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { protectStorage } from '../../components/app/protect-storage.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatBytes } from '../../lib/intl-formats.ts';
import { readSpace, type StorageSpace } from '../../lib/storage.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import styles from './profile.module.css';

function StorageUse({ used, quota }: Pick<StorageSpace, 'used' | 'quota'>): ReactElement {
  const { t } = useLingui();
  if (used === null) return <Trans>This browser does not report storage use.</Trans>;
  const part = formatBytes(used);
  if (!quota) return <Trans>{part} used.</Trans>;
  const quotaText = formatBytes(quota);
  return (
    <>
      <span>
        <Trans>
          {part} of {quotaText}
        </Trans>
      </span>
      <ProgressBar
        aria-label={t`Storage used`}
        value={Math.min(1, used / quota)}
        valueText={`${part} / ${quotaText}`}
      />
    </>
  );
}

/** Shows how much storage this app uses, and whether the browser may evict it. */
export function StorageCard(): ReactElement | null {
  const { db } = useStore();
  const [space, setSpace] = useState<StorageSpace | null>(null);
  const read = (): void => void readSpace().then(setSpace);
  useEffect(read, []);
  if (!space) return null;
  const protect = (): void => void protectStorage(db).then(read);
  return (
    <Card>
      <div className={styles.storage}>
        <StorageUse used={space.used} quota={space.quota} />
        {space.isScarce && (
          <p>
            <Trans>Storage is almost full. Remove downloads you do not need, so that new work has room.</Trans>
          </p>
        )}
        <small>
          {space.isProtected ? (
            <Trans>Protected: the browser will not delete this automatically.</Trans>
          ) : (
            <Trans>Not protected: the browser may delete this when storage runs low.</Trans>
          )}
        </small>
        <TextLink to="/downloads">
          <Trans>Downloads and storage</Trans>
        </TextLink>
        {!space.isProtected && (
          <div>
            <Button small variant="soft" onPress={protect}>
              <Trans>Protect</Trans>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

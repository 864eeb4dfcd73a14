import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { formatBytes } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import styles from './profile.module.css';

interface Space {
  used: number | null;
  quota: number | null;
  isProtected: boolean;
}

async function readSpace(): Promise<Space> {
  // Absent on plain http and in old browsers.
  const storage = navigator.storage as StorageManager | undefined;
  const [estimate, isProtected] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()]);
  return { used: estimate?.usage ?? null, quota: estimate?.quota ?? null, isProtected: isProtected ?? false };
}

function Used({ used, quota }: Pick<Space, 'used' | 'quota'>): ReactElement {
  const { t } = useLingui();
  if (used === null || !quota) return <Trans>This browser does not say how much is used.</Trans>;
  const part = formatBytes(used);
  const whole = formatBytes(quota);
  return (
    <>
      <span>
        <Trans>
          {part} of {whole}
        </Trans>
      </span>
      <ProgressBar aria-label={t`Storage used`} value={Math.min(1, used / quota)} valueText={`${part} / ${whole}`} />
    </>
  );
}

/** What this app takes on the phone, and whether the browser may clean it up by itself. */
export function StorageCard(): ReactElement | null {
  const [space, setSpace] = useState<Space | null>(null);
  const read = (): void => void readSpace().then(setSpace);
  useEffect(read, []);
  if (!space) return null;
  const protect = (): void => void navigator.storage.persist().then(read);
  return (
    <Card>
      <div className={styles.storage}>
        <Used used={space.used} quota={space.quota} />
        <small>
          {space.isProtected ? (
            <Trans>Protected: the browser does not clean this up by itself.</Trans>
          ) : (
            <Trans>Not protected: the browser may clean this up when the phone is full.</Trans>
          )}
        </small>
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

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, useState } from 'react';
import { sync } from '../bridge/sync.ts';
import { LogOutButton } from '../components/session/log-out-button.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../ui/card.tsx';
import styles from './blocked-screen.module.css';

/**
 * The only screen that a blocked user sees. It shows none of the data on this device, but states that nothing is lost.
 */
export function BlockedScreen(): ReactElement {
  const { t } = useLingui();
  const state = useSyncState();
  const [isChecking, setChecking] = useState(false);
  const [isStillBlocked, setStillBlocked] = useState(false);
  const unsentCount = (state?.counts.to_send ?? 0) + (state?.counts.needs_you ?? 0);
  const checkAgain = async (): Promise<void> => {
    setChecking(true);
    setStillBlocked(false);
    const result = await sync.syncNow().catch(() => ({ ok: false as const }));
    setStillBlocked(!result.ok);
    setChecking(false);
  };
  return (
    <main className={styles.page} aria-label={t`Your access is blocked`}>
      <Card tone="need">
        <Stack gap="m">
          <IconLock aria-hidden="true" size={32} />
          <h1 tabIndex={-1}>
            <Trans>Your access is blocked</Trans>
          </h1>
          <p>
            <Trans>Your changes are saved on this device and will be sent when your access is restored.</Trans>
          </p>
          {unsentCount > 0 && (
            <p>
              <Plural value={unsentCount} one="# unsent change is kept here." other="# unsent changes are kept here." />
            </p>
          )}
          <p>
            <Trans>Contact your manager or the employee you work with.</Trans>
          </p>
          <p role="status">{isStillBlocked && <Trans>Your access is still blocked.</Trans>}</p>
          <ButtonRow>
            <Button variant="soft" isPending={isChecking} onPress={() => void checkAgain()}>
              <Trans>Check again</Trans>
            </Button>
            <LogOutButton />
          </ButtonRow>
        </Stack>
      </Card>
    </main>
  );
}

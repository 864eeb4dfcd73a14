import { Trans, useLingui } from '@lingui/react/macro';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { OutboxCounts } from '../../db/queries/status.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { isViewing } from '../../lib/view-mode.ts';

const Dialog = lazy(() => import('./log-out-dialog.tsx').then(({ LogOutDialog }) => ({ default: LogOutDialog })));

/** Maximum time in ms for which a logout waits for unsent background work, such as reading time, to be sent. */
const BACKGROUND_WORK_TIMEOUT_MS = 3_000;

const countUnsent = (counts: OutboxCounts | undefined): number => (counts ? counts.to_send + counts.needs_you : 0);

function useLogOut(background: number): { isLeaving: boolean; leave: () => Promise<void> } {
  const { t } = useLingui();
  const app = useApp();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    // In a view, this action ends only the view. Once it has succeeded, the view mode is over, so the text is chosen
    // beforehand.
    const success = isViewing() ? t`The view has ended.` : t`Logged out`;
    setLeaving(true);
    if (background > 0) {
      const timeLimit = new Promise((resolve) => setTimeout(resolve, BACKGROUND_WORK_TIMEOUT_MS));
      await Promise.race([app.syncNow().catch(() => false), timeLimit]);
    }
    // Background work that could not be sent is kept encrypted for the next login if possible, and otherwise deleted.
    // The user is not asked about it, because it is only reading time and similar data.
    const keepResult = background > 0 ? await app.logOut('keep') : null;
    const result = keepResult?.ok ? keepResult : await app.logOut('drop');
    if (result.ok) toast(success, { tone: 'ok' });
    else toast(t`Could not log out. Nothing was changed. Try again.`, { tone: 'error' });
  };
  return { isLeaving, leave };
}

/** A button that logs out. If there are unsent changes, it first opens a dialog that asks what to do with them. */
export function LogOutButton(): ReactElement {
  const counts = useSyncState()?.counts;
  const [isAsking, setAsking] = useState(false);
  const { isLeaving, leave } = useLogOut(counts?.background ?? 0);
  const press = (): void => {
    if (countUnsent(counts) > 0) setAsking(true);
    else void leave();
  };
  return (
    <>
      <Button variant="ghost" icon={<IconLogout aria-hidden="true" />} isPending={isLeaving} onPress={press}>
        <Trans>Log out</Trans>
      </Button>
      {isAsking && (
        <Suspense>
          <Dialog count={countUnsent(counts)} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

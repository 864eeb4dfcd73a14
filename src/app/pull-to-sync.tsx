import { useLingui } from '@lingui/react/macro';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useLocation } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useApp } from '../hooks/app-context.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { isViewing } from '../lib/view-mode.ts';
import { RootMark } from '../ui/root-mark.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import styles from './pull-to-sync.module.css';
import { usePullGesture } from './use-pull.ts';

/** Paths of the screens that show a list. On other screens, a pull could disturb reading, a form or an editor. */
const listPaths = new Set([
  ...['/dashboard', '/staff-dashboard', '/tasks', '/leads', '/tickets', '/people', '/partners', '/employees'],
  ...['/contacts', '/lessons', '/books', '/news', '/events', '/inbox', '/team', '/help', '/donations', '/sync'],
]);

/** Syncs when the user pulls a list down, like the button "Send now" of the sync centre. */
export function PullToSync(): ReactElement | null {
  const { t } = useLingui();
  const { syncNow } = useApp();
  const { pathname, search } = useLocation();
  const isPaused = useSyncState()?.status.paused ?? false;
  const [isSyncing, setSyncing] = useState(false);
  // In the calendar, users drag tasks up and down, so a pull would get in the way.
  const isList = listPaths.has(pathname) && !('view' in search && search.view !== undefined);
  const isEnabled = isList && !isPaused && !isViewing();
  const sync = async (): Promise<void> => {
    if (isSyncing) return;
    setSyncing(true);
    const isSent = await syncNow().catch(() => false);
    setSyncing(false);
    if (!isSent) toast(t`Could not sync. It will retry automatically.`);
  };
  const pull = usePullGesture(isEnabled, () => void sync());
  if (!isEnabled) return null;
  return (
    <>
      <RootMark name="pull" />
      {(isSyncing || pull !== 'none') && (
        <div className={styles.pull} data-ready={isSyncing || pull === 'long'} role="status">
          {isSyncing ? <Spinner small /> : <IconRefresh aria-hidden="true" />}
          <span>{isSyncing ? t`Syncing` : pull === 'long' ? t`Release to sync` : t`Pull to sync`}</span>
        </div>
      )}
    </>
  );
}

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onOpenPath, onPushPermission } from '../../bridge/push.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { log } from '../../lib/log.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { renewPush } from './device-push.ts';

/** Opens the screen of a tapped notification while the app is open, and keeps the push subscription up to date. */
export function PushEffects(): null {
  const { history } = useRouter();
  const { user_id } = useStore().actor;
  const status = useSyncState()?.status;
  const isConnected = status?.connection === 'online' && !status.gates.auth;
  useEffect(() => onOpenPath((path) => history.push(path)), [history]);
  useEffect(() => {
    if (!isConnected || isViewing()) return;
    const renew = (): void =>
      void renewPush(user_id).catch((error: unknown) => log.warn('push messages were not renewed', error));
    renew();
    return onPushPermission(renew);
  }, [isConnected, user_id]);
  return null;
}

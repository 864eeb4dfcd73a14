import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { AccountView } from '../../contract/entities/account-view.ts';
import type { PhoneDb } from '../db/schema/db.ts';
import { savedMeta, saveMeta } from '../db/schema/meta.ts';
import { useStore } from '../hooks/store-context.tsx';
import { formatRecent } from '../lib/dates.ts';
import { isViewing } from '../lib/view-mode.ts';
import { toast } from '../ui/toast.ts';

/**
 * Returns the latest view of the user's account by a manager, unless this device has already notified the user of it.
 */
async function viewToNotify(db: PhoneDb): Promise<AccountView | null> {
  const [newest, lastNotified] = await Promise.all([
    db.account_views.orderBy('started_at').last(),
    savedMeta(db, 'view_told'),
  ]);
  return newest && newest.started_at > (lastNotified ?? '') ? newest : null;
}

/** Notifies the user on each device, once per view, that someone has viewed the app as them. */
export function ViewNotice(): null {
  const { t } = useLingui();
  const { db, now } = useStore();
  const navigate = useNavigate();
  const view = useLiveQuery(async () => (isViewing() ? null : viewToNotify(db)), [db]);
  useEffect(() => {
    if (!view) return;
    const { viewer_name: name, started_at } = view;
    const time = formatRecent(started_at, now());
    const action = { label: t`Details`, onPress: () => void navigate({ to: '/profile/devices' }) };
    toast(t`${name} saw the app as you see it, ${time}`, { action, stays: null });
    void saveMeta(db, 'view_told', started_at);
  }, [view, db, now, navigate, t]);
  return null;
}

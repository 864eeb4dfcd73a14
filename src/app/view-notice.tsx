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

/** Returns the newest view of the user's account if this device has not notified the user of it yet. */
async function viewToNotify(db: PhoneDb): Promise<AccountView | null> {
  const [newest, lastNotified] = await Promise.all([
    db.account_views.orderBy('started_at').last(),
    savedMeta(db, 'view_told'),
  ]);
  return newest && newest.started_at > (lastNotified ?? '') ? newest : null;
}

/** Tells the user, once on each device, that someone has viewed the app as them. */
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

import { Trans, useLingui } from '@lingui/react/macro';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { MAX_SUBSCRIPTION_LINES } from '../../../contract/values.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Stack } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { PaymentRows } from './payment-rows.tsx';
import { savedAccount } from './queries.ts';
import styles from './subscription.module.css';

/** While offline, shows how old the list of payments is. */
function OfflineAge(): ReactElement | null {
  const status = useSyncState()?.status;
  const now = useNow('minute');
  if (status?.connection === 'online' || !status?.last_fetched_at) return null;
  const age = formatRecent(status.last_fetched_at, now);
  return (
    <p className={styles.details} role="status">
      <Trans>As of {age}</Trans>
    </p>
  );
}

function NoPayments(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState icon={<IconReceipt aria-hidden="true" />}>
      {hasSyncedOnce ? <Trans>No payments yet.</Trans> : <Trans>Payments haven't synced to this device yet.</Trans>}
    </EmptyState>
  );
}

/** /subscription/history: the payments of the subscription, latest first, with their receipts. */
export function HistoryScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const account = useLiveQuery(async () => savedAccount(store), [store]);
  const lines = account?.subscription?.history ?? [];
  return (
    <Screen title={t`Payments`} narrow back={<BackLink to="/subscription">{t`Subscription`}</BackLink>}>
      {account === undefined && <Skeleton rows={3} leading="none" />}
      {account !== undefined && lines.length === 0 && <NoPayments />}
      {lines.length > 0 && (
        <Stack gap="m">
          <OfflineAge />
          <PaymentRows lines={lines} label={t`Payments`} />
          {lines.length >= MAX_SUBSCRIPTION_LINES && (
            <p className={styles.details}>
              <Trans>Only the latest {MAX_SUBSCRIPTION_LINES} payments are shown.</Trans>
            </p>
          )}
        </Stack>
      )}
    </Screen>
  );
}

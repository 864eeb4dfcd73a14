import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { type ReactElement, useState } from 'react';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { isRenewing } from '../../../contract/states/subscription.ts';
import { PendingChanges } from '../../components/sync/pending-changes.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { formatDate, formatLongDate } from '../../lib/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useNow } from '../../ui/use-now.ts';
import { setAutoPay } from './actions.ts';
import { PaymentRows } from './payment-rows.tsx';
import styles from './subscription.module.css';
import { usePlanName } from './use-plan-name.ts';

const DAY_MS = 86_400_000;

/**
 * Shows in one sentence until when the subscription is paid and what happens then. An API with only the documented
 * calls may send no end date, or no package.
 */
function StateSentence({ row }: { row: Subscription }): ReactElement {
  const price = useMoney();
  const until = row.until && formatLongDate(row.until);
  const tryAt = row.next_try_at && formatLongDate(row.next_try_at);
  const plan = row.next ?? row.plan;
  const amount = plan && price(plan.price_cents);
  switch (row.state) {
    case 'active':
      if (until === null) return <Trans>Your subscription is active.</Trans>;
      if (amount === null) return <Trans>Paid until {until}.</Trans>;
      return (
        <Trans>
          Paid until {until}. Renews for {amount}.
        </Trans>
      );
    case 'cancelling':
      if (until === null) return <Trans>Your subscription is active.</Trans>;
      if (row.plan === null) return <Trans>Free until {until}.</Trans>;
      return <Trans>Paid until {until}. Will not renew.</Trans>;
    case 'past_due':
      if (tryAt === null) return <Trans>Payment failed.</Trans>;
      return <Trans>Payment failed. We try again on {tryAt}.</Trans>;
    case 'pending_payment':
      return <Trans>Waiting for your payment.</Trans>;
    default:
      if (until === null) return <Trans>Your subscription has ended. Free lessons stay on this device.</Trans>;
      return <Trans>Your subscription ended on {until}.</Trans>;
  }
}

function PaidTime({ row, now }: { row: Subscription; now: number }): ReactElement | null {
  const { t } = useLingui();
  const planName = usePlanName();
  const isRunning = row.state === 'active' || row.state === 'cancelling';
  const [from, until] = [Date.parse(row.started_at ?? ''), Date.parse(row.until ?? '')];
  const days = Math.max(0, Math.ceil((until - now) / DAY_MS));
  // Without a package, a subscription is a free trial, unless it renews.
  const hasPlanName = row.plan !== null || (row.until !== null && !isRenewing(row.state));
  const nextName = row.next && planName(row.next);
  const nextDate = row.next && formatLongDate(row.next.starts_at);
  return (
    <>
      {hasPlanName && <p className={styles.details}>{planName(row.plan ?? { title: null, period: null })}</p>}
      {nextName !== null && (
        <p className={styles.details}>
          <Trans>
            Changes to {nextName} on {nextDate}.
          </Trans>
        </p>
      )}
      {isRunning && until > from && (
        <>
          <ProgressBar aria-label={t`Used time`} value={(now - from) / (until - from)} />
          <div className={styles.span}>
            <span>{formatDate(from)}</span>
            <span>
              <Plural value={days} one="# day left" other="# days left" />
            </span>
          </div>
        </>
      )}
    </>
  );
}

/**
 * The switch for the automatic renewal. Turning it off needs a confirmation and can be queued; turning it on needs a
 * connection.
 */
function AutoPay({ row, badge }: { row: Subscription; badge: RowBadge | undefined }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const run = useWriteAction();
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [isAsking, setAsking] = useState(false);
  const isOn = isRenewing(row.state);
  const until = row.until && formatLongDate(row.until);
  const canTurnOn = row.plan !== null && row.method !== null && !isOffline;
  const turn = (auto_pay: boolean) =>
    void run(() => setAutoPay(store, auto_pay), auto_pay ? t`Automatic renewal is on` : t`Automatic renewal is off`);
  return (
    <div className={styles.renewal}>
      {isOn || canTurnOn ? (
        <Switch isOn={isOn} onChange={(on) => (on ? turn(true) : setAsking(true))}>
          <Trans>Renew automatically</Trans>
        </Switch>
      ) : (
        <p>
          <Trans>Does not renew automatically</Trans>
        </p>
      )}
      {until !== null && isOn && row.state === 'active' && (
        <p className={styles.details}>
          <Trans>Next payment on {until}</Trans>
        </p>
      )}
      {!isOn && isOffline && row.method !== null && (
        <p className={styles.details}>
          <Trans>You need to be online to turn it on.</Trans>
        </p>
      )}
      {until !== null && !isOn && badge && (
        <p className={styles.details} role="status">
          <Trans>Not sent yet. Until then it renews on {until}.</Trans>
        </p>
      )}
      <PendingChanges badge={badge} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          turn(false);
        }}
        title={<Trans>Turn off automatic renewal?</Trans>}
        confirmLabel={<Trans>Turn off</Trans>}
      >
        {row.state === 'past_due' ? (
          <Trans>Your access ends now, because the last payment failed.</Trans>
        ) : (
          until !== null && <Trans>You keep your access until {until}.</Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}

/** Shows the card that is charged. */
function PaymentCard({ method }: { method: NonNullable<Subscription['method']> }): ReactElement {
  const { brand, last4, exp_month, exp_year } = method;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  const valid = `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
  return (
    <div className={styles.method}>
      <IconCreditCard aria-hidden="true" />
      <p>
        <strong>
          <Trans>
            {name}, ends in {last4}
          </Trans>
        </strong>
        <span className={styles.details}>
          <Trans>Valid until {valid}</Trans>
        </span>
      </p>
    </div>
  );
}

/** Number of payments shown with the subscription; a separate screen lists all payments. */
const MAX_LATEST_PAYMENTS = 3;

function History({ lines }: { lines: Subscription['history'] }): ReactElement {
  const { t } = useLingui();
  const all = (
    <LinkButton small variant="soft" to="/subscription/history">
      <Trans>All payments</Trans>
    </LinkButton>
  );
  return (
    <Section title={<Trans>History</Trans>} end={all}>
      <PaymentRows lines={lines.slice(0, MAX_LATEST_PAYMENTS)} label={t`History`} />
    </Section>
  );
}

/** Shows a subscription that is active, has ended or is not paid yet. */
export function RunningSubscription({ row, badge }: { row: Subscription; badge: RowBadge | undefined }): ReactElement {
  const now = useNow();
  const canRenew = row.state === 'active' || row.state === 'cancelling' || row.state === 'past_due';
  return (
    <Stack>
      <Card>
        <Stack gap="s">
          <h2 className={styles.sentence} data-failed={row.state === 'past_due'}>
            <StateSentence row={row} />
          </h2>
          <PaidTime row={row} now={now} />
        </Stack>
      </Card>
      {(canRenew || row.method) && (
        <Card padded={false}>
          <div className={styles.rows}>
            {canRenew && <AutoPay row={row} badge={badge} />}
            {row.method && <PaymentCard method={row.method} />}
          </div>
        </Card>
      )}
      {row.history.length > 0 && <History lines={row.history} />}
    </Stack>
  );
}

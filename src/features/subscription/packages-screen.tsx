import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef, useState } from 'react';
import type { Package } from '../../../contract/entities/package.ts';
import type { Texts } from '../../../contract/fields.ts';
import { monthsIn } from '../../../contract/states/subscription.ts';
import type { SubscriptionPeriod } from '../../../contract/values.ts';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { PayButton } from '../../components/payment/pay-button.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatLongDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { type Effect, effectOf, initialPackage, paidUntil, periodsOf, savedCents } from './offer.ts';
import { periodTitles } from './period-labels.ts';
import { type Account, savedAccount } from './queries.ts';
import styles from './subscription.module.css';

/** Returns a function that picks the text in the language of the app. */
function useTextIn(): (texts: Texts) => string {
  const { i18n } = useLingui();
  return (texts) => texts[i18n.locale as keyof Texts] ?? texts.en;
}

function PackageOption({ pack, period, isOwn }: { pack: Package; period: SubscriptionPeriod; isOwn: boolean }) {
  const money = useMoney();
  const textIn = useTextIn();
  const price = pack.prices[period] ?? 0;
  const perMonth = money(Math.round(price / monthsIn(period)));
  return (
    <span className={styles.package}>
      <span className={styles.packageHead}>
        <span className={styles.packageName}>{textIn(pack.title)}</span>
        <span className={styles.packagePrice}>{money(price)}</span>
      </span>
      <span className={styles.packageHead}>
        <span>
          {isOwn && (
            <Badge tone="info">
              <Trans>Your package</Trans>
            </Badge>
          )}
          {!isOwn && pack.popular && (
            <Badge tone="wait">
              <Trans>Most popular</Trans>
            </Badge>
          )}
        </span>
        {period !== 'month' && (
          <span className={styles.details}>
            <Trans>{perMonth} a month</Trans>
          </span>
        )}
      </span>
      {pack.features.map((feature) => (
        <span key={feature.en} className={styles.feature}>
          <IconCheck aria-hidden="true" />
          <span>{textIn(feature)}</span>
        </span>
      ))}
    </span>
  );
}

/** Says when the choice takes effect, and what it costs now. */
function EffectText({ effect, until }: { effect: Effect; until: string | null }): ReactElement | null {
  const date = formatLongDate(until ?? 0);
  switch (effect) {
    case 'extend':
      return <Trans>Your paid time is kept. The new period starts on {date}.</Trans>;
    case 'change':
      return <Trans>You pay nothing now. The change takes effect on {date}.</Trans>;
    case 'planned':
      return <Trans>Already planned from {date}.</Trans>;
    case 'keep':
      return <Trans>You keep your package, and the planned change is cancelled.</Trans>;
    case 'pay':
      return null;
  }
}

interface PayProps {
  account: Account;
  pack: Package;
  period: SubscriptionPeriod;
  /** Returns the idempotency key of a choice. */
  keyOf: (choice: string) => string;
}

/** The bar with the effect of the choice and its button. */
function PayBar({ account, pack, period, keyOf }: PayProps): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const navigate = useNavigate();
  const choice = { package_id: pack.id, period };
  const effect = effectOf(account, choice, useNow());
  const until = paidUntil(account, 0);
  const price = money(pack.prices[period] ?? 0);
  const saved = savedCents(pack, period);
  const savedMoney = money(saved);
  const labels: Record<Effect, string> = {
    pay: t`Pay ${price}`,
    extend: t`Extend for ${price}`,
    change: t`Change package`,
    planned: t`Change package`,
    keep: t`Keep my package`,
  };
  const isPaid = effect === 'pay' || effect === 'extend';
  return (
    <StickyBar>
      <Stack gap="s">
        {(effect !== 'pay' || saved > 0) && (
          <div className={styles.effect}>
            <span>
              <EffectText effect={effect} until={until} />
            </span>
            {isPaid && saved > 0 && (
              <span className={styles.saved}>
                <Trans>Saves {savedMoney}</Trans>
              </span>
            )}
          </div>
        )}
        <PayButton
          wide
          isDisabled={effect === 'planned'}
          request={() => sync.account('buyPackage', choice, keyOf(`${pack.id} ${period}`))}
          onNothingToPay={() => {
            toast(t`Subscription updated`, { tone: 'ok' });
            void navigate({ to: '/subscription' });
          }}
          offlineText={
            isPaid ? (
              <Trans>You need to be online to pay.</Trans>
            ) : (
              <Trans>You need to be online to change the package.</Trans>
            )
          }
          note={<Trans>Once paid, everything is unlocked on this device, even if you close that page.</Trans>}
        >
          {labels[effect]}
        </PayButton>
      </Stack>
    </StickyBar>
  );
}

function Offer({ account }: { account: Account }): ReactElement {
  const { t, i18n } = useLingui();
  const store = useStore();
  const { packages, subscription } = account;
  const periods = periodsOf(packages);
  const current = subscription?.plan?.period;
  const initialPeriod =
    current && periods.includes(current) ? current : periods.includes('month') ? 'month' : periods[0];
  const [period, setPeriod] = useState<SubscriptionPeriod>(initialPeriod ?? 'month');
  const [packageId, setPackageId] = useState<string | null>(null);
  // One key for each choice: a request that is repeated after a lost reply must not buy the package again.
  const keys = useRef(new Map<string, string>());
  const keyOf = (choice: string): string => {
    const key = keys.current.get(choice) ?? store.newId();
    keys.current.set(choice, key);
    return key;
  };
  const offered = packages.filter(({ prices }) => prices[period] !== undefined);
  const pack =
    offered.find(({ id }) => id === packageId) ??
    offered.find(({ id }) => id === initialPackage(offered, subscription));
  const own = subscription?.state === 'active' || subscription?.state === 'cancelling' ? subscription.plan : null;
  return (
    <Stack>
      <ChipGroup
        segmented
        aria-label={t`Period`}
        chips={periods.map((key) => ({ key, label: i18n._(periodTitles[key]) }))}
        value={period}
        onChange={(key) => setPeriod(key as SubscriptionPeriod)}
      />
      <RadioCards
        label={t`Package`}
        hideLabel
        layout="tall"
        value={pack?.id ?? ''}
        onChange={setPackageId}
        options={offered.map((one) => ({
          value: one.id,
          title: <PackageOption pack={one} period={period} isOwn={own?.package_id === one.id} />,
        }))}
      />
      {pack && <PayBar key={`${pack.id} ${period}`} account={account} pack={pack} period={period} keyOf={keyOf} />}
    </Stack>
  );
}

/** /subscription/packages: the packages on offer, each for a period, and the button that buys one. */
export function PackagesScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const isFetched = Boolean(useSyncState()?.status.last_fetched_at);
  const account = useLiveQuery(() => savedAccount(store), [store]);
  return (
    <Screen title={t`Packages`} narrow back={<BackLink to="/subscription">{t`Subscription`}</BackLink>}>
      {!account && <Skeleton rows={3} leading="none" />}
      {account?.packages.length === 0 && (
        <EmptyState icon={<IconCreditCard aria-hidden="true" />}>
          {isFetched ? <Trans>No packages yet.</Trans> : <Trans>Packages haven't synced to this device yet.</Trans>}
        </EmptyState>
      )}
      {account && account.packages.length > 0 && <Offer account={account} />}
    </Screen>
  );
}

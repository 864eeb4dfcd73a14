import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef, useState } from 'react';
import type { Package } from '../../../contract/entities/package.ts';
import type { Texts } from '../../../contract/fields.ts';
import { monthsIn } from '../../../contract/states/subscription.ts';
import type { SubscriptionPeriod } from '../../../contract/values.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { initialPackageId, periodsOf } from './offer.ts';
import { PayBar } from './pay-bar.tsx';
import { periodTitles } from './period-labels.ts';
import { PromoField } from './promo-field.tsx';
import { type Account, savedAccount } from './queries.ts';
import styles from './subscription.module.css';
import { usePromo } from './use-promo.ts';

/** Returns a function that picks the text in the language of the app. */
function useTranslatedText(): (texts: Texts) => string {
  const { i18n } = useLingui();
  return (texts) => texts[i18n.locale as keyof Texts] ?? texts.en;
}

function PackageOption({ pack, period, isOwn }: { pack: Package; period: SubscriptionPeriod; isOwn: boolean }) {
  const money = useMoney();
  const translated = useTranslatedText();
  const price = pack.prices[period] ?? 0;
  const perMonth = money(Math.round(price / monthsIn(period)));
  return (
    <span className={styles.package}>
      <span className={styles.packageHead}>
        <span className={styles.packageName}>{translated(pack.title)}</span>
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
          <span>{translated(feature)}</span>
        </span>
      ))}
    </span>
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
  // The idempotency key of each choice, so that a request that is repeated after a lost response does not buy the
  // package again.
  const keys = useRef(new Map<string, string>());
  const keyOf = (choice: string): string => {
    const key = keys.current.get(choice) ?? store.newId();
    keys.current.set(choice, key);
    return key;
  };
  const packagesForPeriod = packages.filter(({ prices }) => prices[period] !== undefined);
  const pack =
    packagesForPeriod.find(({ id }) => id === packageId) ??
    packagesForPeriod.find(({ id }) => id === initialPackageId(packagesForPeriod, subscription));
  const promo = usePromo({ package_id: pack?.id ?? '', period }, subscription?.promo_code ?? '');
  const currentPlan =
    subscription?.state === 'active' || subscription?.state === 'cancelling' ? subscription.plan : null;
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
        options={packagesForPeriod.map((offer) => ({
          value: offer.id,
          title: <PackageOption pack={offer} period={period} isOwn={currentPlan?.package_id === offer.id} />,
        }))}
      />
      <PromoField promo={promo} />
      {pack && (
        <PayBar key={`${pack.id} ${period} ${promo.offer?.code ?? ''}`} {...{ account, pack, period, promo, keyOf }} />
      )}
    </Stack>
  );
}

/** /subscription/packages: the packages on offer for a period, and the button that buys one. */
export function PackagesScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const account = useLiveQuery(async () => savedAccount(store), [store]);
  return (
    <Screen title={t`Packages`} narrow back={<BackLink to="/subscription">{t`Subscription`}</BackLink>}>
      {!account && <Skeleton rows={3} leading="none" />}
      {account?.packages.length === 0 && (
        <EmptyState icon={<IconCreditCard aria-hidden="true" />}>
          {hasSyncedOnce ? <Trans>No packages yet.</Trans> : <Trans>Packages haven't synced to this device yet.</Trans>}
        </EmptyState>
      )}
      {account && account.packages.length > 0 && <Offer account={account} />}
    </Screen>
  );
}

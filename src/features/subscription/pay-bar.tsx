import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Package } from '../../../contract/entities/package.ts';
import type { SubscriptionPeriod } from '../../../contract/values.ts';
import type { PaymentUrl } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { PayButton } from '../../components/payment/pay-button.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { Stack } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { type PlanEffect, planEffectOf, paidUntil, savingsCents } from './offer.ts';
import type { Account } from './queries.ts';
import styles from './subscription.module.css';
import type { Promo } from './use-promo.ts';

/** Shows when the chosen package takes effect, and what it costs now. */
function EffectText({ effect, until }: { effect: PlanEffect; until: string | null }): ReactElement | null {
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
    case 'trial':
    case 'pay':
      return null;
  }
}

interface PayBarProps {
  account: Account;
  pack: Package;
  period: SubscriptionPeriod;
  promo: Promo;
  /** Returns the idempotency key of a choice. */
  keyOf: (choice: string) => string;
}

/**
 * Requests the payment page of the chosen package. If the promo code can no longer be used, the code is checked again
 * to show the reason.
 */
async function buy({ account, pack, period, promo, keyOf }: PayBarProps): Promise<PaymentUrl> {
  const code = promo.offer?.code ?? '';
  // If the user has removed the code that was entered at registration, an empty code is sent. If no code were sent, the
  // server would apply the removed one.
  const isSent = code !== '' || account.subscription?.promo_code != null;
  const choice = { package_id: pack.id, period, ...(isSent && { promo_code: code }) };
  const result = await sync.account('buyPackage', choice, keyOf(`${pack.id} ${period} ${code}`));
  if (!result.ok && result.why === 'refused' && result.code === 'promo_unavailable') promo.again();
  return result;
}

/** The bar with the effect of choosing the package, and the button that chooses it. */
export function PayBar(props: PayBarProps): ReactElement {
  const { account, pack, period, promo } = props;
  const { t } = useLingui();
  const money = useMoney();
  const navigate = useNavigate();
  const now = useNow();
  const { offer } = promo;
  const effect = planEffectOf(account, { package_id: pack.id, period }, now, offer);
  const until = paidUntil(account, 0);
  const price = money(offer?.amount_cents ?? pack.prices[period] ?? 0);
  const saved = offer ? 0 : savingsCents(pack, period);
  const savingsText = money(saved);
  const labels: Record<PlanEffect, string> = {
    pay: t`Pay ${price}`,
    extend: t`Extend for ${price}`,
    trial: t`Start free trial`,
    change: t`Change package`,
    planned: t`Change package`,
    keep: t`Keep my package`,
  };
  const isPaid = effect === 'pay' || effect === 'extend';
  const hasText = effect !== 'pay' && effect !== 'trial';
  return (
    <StickyBar>
      <Stack gap="s">
        {(hasText || (isPaid && saved > 0)) && (
          <div className={styles.effect}>
            <span>
              <EffectText effect={effect} until={until} />
            </span>
            {isPaid && saved > 0 && (
              <span className={styles.saved}>
                <Trans>Saves {savingsText}</Trans>
              </span>
            )}
          </div>
        )}
        <PayButton
          wide
          isDisabled={effect === 'planned' || promo.isUnconfirmed}
          request={() => buy(props)}
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

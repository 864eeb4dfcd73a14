import { Trans } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Donation } from '../../../contract/entities/donation.ts';
import { sync } from '../../bridge/sync.ts';
import { PayButton } from '../../components/payment/pay-button.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { Banner, type BannerProps } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';

/**
 * Whether the donation is a later payment of a recurring donation. The saved card is charged for it, so it has no
 * payment page.
 */
const isLaterPayment = ({ id, recurring_id }: Donation): boolean => recurring_id !== null && recurring_id !== id;

interface StateBanner {
  tone: NonNullable<BannerProps['tone']>;
  icon: ReactElement;
  title: ReactNode;
  text?: ReactNode;
}

/** Informs the donor about a payment whose result the payment provider has not reported yet. */
function PendingText({ donation }: { donation: Donation }): ReactElement {
  const isOffline = useSyncState()?.status.connection === 'offline';
  if (isOffline) return <Trans>You are offline. Once you are online, this page shows whether it was paid.</Trans>;
  if (isLaterPayment(donation)) return <Trans>Your card is being charged.</Trans>;
  return <Trans>If you have paid, this page shows it as soon as it is reported, which can take a few minutes.</Trans>;
}

function stateBannerOf(donation: Donation): StateBanner {
  const isLater = isLaterPayment(donation);
  switch (donation.state) {
    case 'succeeded':
      return { tone: 'info', icon: <IconCircleCheck />, title: <Trans>Paid, thank you</Trans> };
    case 'refunded':
      return {
        ...{ tone: 'quiet', icon: <IconX />, title: <Trans>Refunded</Trans> },
        text: <Trans>The money goes back to the card. The donation no longer counts.</Trans>,
      };
    case 'failed':
    case 'expired':
      return {
        ...{ tone: 'need', icon: <IconX />, title: <Trans>Not paid</Trans> },
        text: isLater ? <Trans>The card was declined.</Trans> : <Trans>You were not charged.</Trans>,
      };
    default:
      return {
        ...{ tone: 'wait', icon: <IconClock />, title: <Trans>Not paid yet</Trans> },
        text: <PendingText donation={donation} />,
      };
  }
}

/** The button that opens a payment page for an unpaid donation. */
function PayAgain({ donation }: { donation: Donation }): ReactElement {
  const total = useMoney()(donation.amount_cents + donation.fee_cents);
  const { id, amount_cents, frequency, purpose, purpose_text, fee_cents, comment, is_anonymous } = donation;
  const gift = { amount_cents, frequency, purpose, purpose_text, comment, is_anonymous, cover_fee: fee_cents > 0 };
  return (
    <StickyBar>
      <PayButton
        wide
        request={() => sync.account('donate', { ...gift, id })}
        onNothingToPay={() => void sync.syncNow()}
        offlineText={<Trans>You need to be online to pay by card.</Trans>}
        note={<Trans>Once paid, the donation is in your list, even if you close that page.</Trans>}
      >
        <Trans>Pay {total}</Trans>
      </PayButton>
    </StickyBar>
  );
}

/** The progress of the payment of a donation by card, shown to the donor after the payment page. */
export function CardState({ donation }: { donation: Donation }): ReactElement {
  const { tone, icon, title, text } = stateBannerOf(donation);
  const isDonor = donation.donor_id === useStore().actor.user_id;
  const isRepeating = isDonor && donation.state === 'succeeded' && donation.recurring_id !== null;
  const action = isRepeating && (
    <LinkButton small variant="soft" to="/donations" search={{ list: 'all' }}>
      <Trans>Recurring donations</Trans>
    </LinkButton>
  );
  return (
    <Banner tone={tone} icon={icon} title={title} role="status" action={action}>
      {isDonor && text}
    </Banner>
  );
}

/** The payment button of an unpaid donation, shown only to its donor. */
export function CardActions({ donation }: { donation: Donation }): ReactElement | null {
  const isDonor = donation.donor_id === useStore().actor.user_id;
  const isUnpaid = donation.state === 'pending' || donation.state === 'failed' || donation.state === 'expired';
  return isDonor && isUnpaid && !isLaterPayment(donation) ? (
    <PayAgain key={donation.state} donation={donation} />
  ) : null;
}

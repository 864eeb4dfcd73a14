import { Trans, useLingui } from '@lingui/react/macro';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Donation } from '../../../contract/entities/donation.ts';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { usePhoto } from '../../components/contact/contact-photo.tsx';
import { frequencyLabels, methodLabels, purposeLabels } from '../../components/donation/donation-labels.ts';
import { PendingChanges } from '../../components/sync/pending-changes.tsx';
import { type DonationCard, savedDonation } from '../../db/queries/donations.ts';
import { savedPerson } from '../../db/queries/people.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useShare } from '../../hooks/use-share.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { CardActions, CardState } from './card-state.tsx';
import { DecisionButtons } from './decide.tsx';
import { DonationSteps } from './donation-steps.tsx';
import styles from './donations.module.css';
import { useDecider } from './use-decider.ts';

const route = getRouteApi('/_member/donations/$donationId');

/** Returns the title of a donation: its amount and how it was paid. */
function useDonationTitle(): (donation: Donation) => string {
  const { t } = useLingui();
  const money = useMoney();
  return ({ amount_cents, method }) => {
    const amount = money(amount_cents);
    if (method === 'card') return t`${amount} by card`;
    if (method === 'cash') return t`${amount} in cash`;
    if (method === 'bank_transfer') return t`${amount} by bank transfer`;
    return method === 'wallet' ? t`${amount} from a wallet` : amount;
  };
}

function ReceiptPhoto({ sha256 }: { sha256: string }): ReactElement {
  const { t } = useLingui();
  const src = usePhoto(sha256, false, sync.fetchBlob);
  if (!src)
    return (
      <div className={styles.missing}>
        <Trans>The photo is not on this device yet</Trans>
      </div>
    );
  return (
    <a className={styles.photo} href={src} target="_blank" rel="noreferrer" aria-label={t`Open the photo`}>
      <img src={src} alt={t`Photo of the receipt`} />
    </a>
  );
}

/**
 * Whether the time of payment is known. For an unpaid donation by card, `paid_at` is only the time when the payment was
 * started.
 */
const isPaid = ({ method, state }: Donation): boolean =>
  method !== 'card' || state === 'succeeded' || state === 'refunded';

function About({ donation }: { donation: Donation }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const copy = useCopy();
  const money = useMoney();
  const { donor_id, donor_name, purpose, purpose_text, method, receipt, comment } = donation;
  const isSynced = useLiveQuery(async () => (await savedPerson(db, donor_id)) !== undefined, [db, donor_id]);
  return (
    <Card>
      <Details>
        <Detail name={<Trans context="donor">From</Trans>}>
          {isSynced ? (
            <Link to="/user/view-details/$personId" params={{ personId: donor_id }}>
              {donor_name}
            </Link>
          ) : (
            donor_name
          )}
        </Detail>
        <Detail name={<Trans>Purpose</Trans>}>{purpose === 'other' ? purpose_text : t(purposeLabels[purpose])}</Detail>
        {donation.frequency !== 'one_time' && (
          <Detail name={<Trans>How often</Trans>}>{t(frequencyLabels[donation.frequency])}</Detail>
        )}
        {donation.fee_cents > 0 && <Detail name={<Trans>Card fee</Trans>}>{money(donation.fee_cents)}</Detail>}
        <Detail name={isPaid(donation) ? <Trans>Paid at</Trans> : <Trans>Started at</Trans>}>
          {formatDateTime(donation.paid_at)}
        </Detail>
        {method === 'other' && <Detail name={<Trans>Payment method</Trans>}>{t(methodLabels[method])}</Detail>}
        <Detail name={<Trans>Receipt</Trans>}>
          <span className={styles.receipt}>
            {receipt}
            <IconButton aria-label={t`Copy the receipt code`} onPress={() => void copy(receipt)}>
              <IconCopy aria-hidden="true" />
            </IconButton>
          </span>
        </Detail>
        {donation.is_anonymous && (
          <Detail name={<Trans context="name of a person">Name</Trans>}>
            <Trans>Not to be shown</Trans>
          </Detail>
        )}
        {comment !== '' && <Detail name={<Trans>Comment</Trans>}>{comment}</Detail>}
      </Details>
    </Card>
  );
}

/** The buttons of the author and the donor: correct a donation that is not confirmed yet, and share its receipt. */
function OwnActions({ donation }: { donation: Donation }): ReactElement | null {
  const { t } = useLingui();
  const { actor } = useStore();
  const money = useMoney();
  const share = useShare();
  const { id, author_id, donor_id, donor_name, state, receipt, amount_cents, paid_at } = donation;
  if (author_id !== actor.user_id && donor_id !== actor.user_id) return null;
  const [amount, time] = [money(amount_cents), formatDateTime(paid_at)];
  const text = t`Donation of ${amount} from ${donor_name}, paid at ${time}. Receipt ${receipt}`;
  const isOpen = (state === 'submitted' || state === 'rejected') && author_id === actor.user_id;
  const isReceived = state === 'submitted' || state === 'confirmed' || state === 'succeeded';
  if (!isOpen && !isReceived) return null;
  return (
    <StickyBar>
      <ButtonRow>
        {isOpen && (
          <LinkButton
            variant={state === 'rejected' ? 'primary' : 'soft'}
            wide
            writes
            icon={<IconPencil aria-hidden="true" />}
            to="/donations/$donationId/edit"
            params={{ donationId: id }}
          >
            <Trans>Edit</Trans>
          </LinkButton>
        )}
        {isReceived && (
          <Button variant="soft" wide icon={<IconShare aria-hidden="true" />} onPress={() => void share({ text })}>
            <Trans>Share</Trans>
          </Button>
        )}
      </ButtonRow>
    </StickyBar>
  );
}

function OneDonation({ card: { donation, badge } }: { card: DonationCard }): ReactElement {
  const decider = useDecider();
  const isSent = badge?.entries.every(({ kind }) => kind !== 'donation.submit') ?? true;
  if (!decider) return <Skeleton leading="none" />;
  return (
    <>
      <Stack>
        <PendingChanges badge={badge} />
        {donation.photo && <ReceiptPhoto sha256={donation.photo.sha256} />}
        {donation.method === 'card' ? (
          <CardState donation={donation} />
        ) : (
          <DonationSteps donation={donation} isSent={isSent} />
        )}
        <About donation={donation} />
      </Stack>
      {donation.method === 'card' && <CardActions donation={donation} />}
      <DecisionButtons donation={donation} decider={decider} />
      <OwnActions donation={donation} />
    </>
  );
}

function Missing(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const action = (
    <LinkButton to="/sync" variant="soft">
      <Trans>Sync centre</Trans>
    </LinkButton>
  );
  return (
    <EmptyState icon={<IconCoins aria-hidden="true" />} action={action}>
      {hasSyncedOnce ? (
        <Trans>This donation is not on this device. If it was not accepted, it is in the sync centre.</Trans>
      ) : (
        <Trans>Donations haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

/** /donations/{id}: one donation with its progress and the buttons that its viewer may use. */
export function DonationScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const titleOf = useDonationTitle();
  const { donationId: id } = route.useParams();
  const card = useLiveQuery(async () => savedDonation(db, id), [db, id]);
  return (
    <Screen
      title={card ? titleOf(card.donation) : t`Donation`}
      documentTitle={t`Donation`}
      back={<BackLink to="/donations">{t`Donations`}</BackLink>}
      narrow
    >
      {card === undefined && <Skeleton leading="none" />}
      {card === null && <Missing />}
      {card && <OneDonation card={card} />}
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { RecurringDonation } from '../../../contract/entities/recurring-donation.ts';
import { frequencyLabels, purposeLabels } from '../../components/donation/donation-labels.ts';
import { PendingChanges } from '../../components/sync/pending-changes.tsx';
import { type RecurringDonationCard, savedRecurringDonations } from '../../db/queries/donations.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Card, Section, Stack } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import { endRecurringDonation, pauseRecurringDonation, resumeRecurringDonation } from './actions.ts';
import styles from './donations.module.css';

/** Shows when the card is charged next, or why it is not. */
function StateText({ row }: { row: RecurringDonation }): ReactElement {
  const date = formatLongDate(row.next_try_at ?? row.next_at ?? 0);
  const failedOn = row.failed_at && formatLongDate(row.failed_at);
  switch (row.state) {
    case 'active':
      return <Trans>Next payment on {date}.</Trans>;
    case 'past_due':
      return (
        <Trans>
          Your card was declined on {failedOn}. We try again on {date}.
        </Trans>
      );
    case 'paused':
      return failedOn === null ? (
        <Trans>Paused. Your card is not charged.</Trans>
      ) : (
        <Trans>Your card was declined on {failedOn} and is not charged any more.</Trans>
      );
    case 'ended':
      return <Trans>Ended. Your card is not charged any more.</Trans>;
  }
}

/** Explains what happens after a declined charge, and how to use another card. */
function DeclinedHint({ row: { state, failed_at } }: { row: RecurringDonation }): ReactElement | null {
  if (failed_at === null || state === 'ended') return null;
  return (
    <p className={styles.hint}>
      {state === 'past_due' && <Trans>After several failed attempts, the donation is paused.</Trans>}{' '}
      <Trans>To use another card, end this donation and make a new one.</Trans>
    </p>
  );
}

interface ActionsProps {
  row: RecurringDonation;
  name: string;
}

function Actions({ row, name }: ActionsProps): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const run = useWriteAction();
  const [isAsking, setAsking] = useState(false);
  if (row.state === 'ended') return null;
  return (
    <>
      <ButtonRow>
        {row.state === 'paused' ? (
          <Button
            variant="soft"
            aria-label={t`Resume: ${name}`}
            writes
            onPress={() => void run(() => resumeRecurringDonation(store, row, name), t`Donation resumed`)}
          >
            <Trans context="recurring donation">Resume</Trans>
          </Button>
        ) : (
          <Button
            variant="soft"
            aria-label={t`Pause: ${name}`}
            writes
            onPress={() => void run(() => pauseRecurringDonation(store, row, name), t`Donation paused`)}
          >
            <Trans context="recurring donation">Pause</Trans>
          </Button>
        )}
        <Button variant="ghost" aria-label={t`End: ${name}`} writes onPress={() => setAsking(true)}>
          <Trans context="recurring donation">End</Trans>
        </Button>
      </ButtonRow>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void run(() => endRecurringDonation(store, row, name), t`Donation ended`);
        }}
        title={<Trans>End this donation?</Trans>}
        confirmLabel={<Trans>End donation</Trans>}
      >
        <Trans>Your card is not charged any more. To give again later, make a new donation.</Trans>
      </ConfirmDialog>
    </>
  );
}

function RecurringDonationCard({ card: { row, badge } }: { card: RecurringDonationCard }): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const purpose = row.purpose === 'other' ? row.purpose_text : t(purposeLabels[row.purpose]);
  const name = `${money(row.amount_cents + row.fee_cents)} · ${t(frequencyLabels[row.frequency])}`;
  const isStopping = badge?.entries.some(({ kind }) => kind !== 'recurring_donation.resume');
  return (
    <Card>
      <Stack gap="s">
        <div className={styles.recurring}>
          <strong>{name}</strong>
          {row.state === 'past_due' && (
            <Badge tone="need">
              <Trans>Payment failed</Trans>
            </Badge>
          )}
          {row.state === 'paused' && (
            <Badge tone="wait">
              <Trans context="recurring donation">Paused</Trans>
            </Badge>
          )}
          <small>{purpose}</small>
          <span>
            <StateText row={row} />
          </span>
        </div>
        <DeclinedHint row={row} />
        {isStopping && (
          <p className={styles.hint} role="status">
            <Trans>Until this is sent, your card can still be charged.</Trans>
          </p>
        )}
        <PendingChanges badge={badge} />
        <Actions row={row} name={name} />
      </Stack>
    </Card>
  );
}

/** The user's own recurring donations, which can be paused and ended. Renders nothing if there are none. */
export function RecurringDonations(): ReactElement | null {
  const { db } = useStore();
  const cards = useLiveQuery(async () => savedRecurringDonations(db), [db]);
  if (!cards) return <LoadingPart />;
  if (cards.length === 0) return null;
  return (
    <Section title={<Trans>Recurring donations</Trans>}>
      <Stack gap="s">
        {cards.map((card) => (
          <RecurringDonationCard key={card.row.id} card={card} />
        ))}
      </Stack>
    </Section>
  );
}

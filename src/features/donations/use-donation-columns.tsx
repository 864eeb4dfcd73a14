import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Donation } from '../../../contract/entities/donation.ts';
import {
  donationStateLabels,
  donationTones,
  methodLabels,
  purposeLabels,
} from '../../components/donation/donation-labels.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import type { DonationCard } from '../../db/queries/donations.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { StatusDot } from '../../ui/status-dot.tsx';

/** Returns a function that returns the purpose of a donation as text. */
export function usePurposeText(): (donation: Donation) => string {
  const { t } = useLingui();
  return ({ purpose, purpose_text }) => (purpose === 'other' ? purpose_text : t(purposeLabels[purpose]));
}

const CENTS_PER_DOLLAR = 100;

/** Returns the columns of the table of donations. */
export function useDonationColumns(): TableColumn<DonationCard>[] {
  const { t } = useLingui();
  const money = useMoney();
  return useMemo(() => {
    const text = (
      id: string,
      header: string,
      width: number,
      value: (donation: Donation) => string,
    ): TableColumn<DonationCard> => ({
      ...{ id, header, width, isSortable: true },
      value: ({ donation }) => value(donation),
      cell: ({ donation }) => <span>{value(donation)}</span>,
    });
    return [
      {
        ...text('donor', t({ message: 'From', context: 'donor' }), 160, ({ donor_name }) => donor_name),
        ...{ isRowHead: true, grows: true },
        cell: ({ donation, badge }) => (
          <>
            <span>{donation.donor_name}</span> <RowSyncBadge badge={badge} />
          </>
        ),
      },
      {
        ...text('amount', t`Amount`, 116, ({ amount_cents }) => money(amount_cents)),
        isNumeric: true,
        value: ({ donation }) => donation.amount_cents / CENTS_PER_DOLLAR,
      },
      { ...text('method', t`Payment method`, 176, ({ method }) => t(methodLabels[method])), isSecondary: true },
      text('purpose', t`Purpose`, 140, ({ purpose, purpose_text }) =>
        purpose === 'other' ? purpose_text : t(purposeLabels[purpose]),
      ),
      {
        ...text('paid_at', t`Paid at`, 152, ({ paid_at }) => formatDateTime(paid_at)),
        ...{ isNumeric: true, keepsWidth: true, order: ({ donation }: DonationCard) => donation.paid_at },
      },
      {
        ...text('state', t`Status`, 200, ({ state }) => t(donationStateLabels[state])),
        keepsWidth: true,
        cell: ({ donation: { state } }) => (
          <StatusDot tone={donationTones[state]}>{t(donationStateLabels[state])}</StatusDot>
        ),
      },
      text('author', t`Entered by`, 150, ({ author_name }) => author_name),
      { ...text('receipt', t`Receipt`, 130, ({ receipt }) => receipt), isSortable: false },
    ];
  }, [t, money]);
}

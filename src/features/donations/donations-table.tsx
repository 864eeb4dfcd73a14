import { Plural, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useMemo, useState } from 'react';
import { donationOrders } from '../../../contract/table-orders.ts';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { TableGrid } from '../../components/table/table-grid.tsx';
import { ViewTab, ViewTabs } from '../../components/views/view-tabs.tsx';
import { type DonationCard, latestDonations, waitingDonations } from '../../db/queries/donations.ts';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ConfirmManySheet } from './confirm-many-sheet.tsx';
import { DonationFilters, filterDonations, MAX_DONATIONS, noFilters } from './donation-filters.tsx';
import { DonationPanel } from './donation-panel.tsx';
import { type DecidingUser, mayConfirm } from './decide.tsx';
import { NoDonations } from './no-donations.tsx';
import { type DonationsSearch, donationsSearch } from './search-params.ts';
import { useDonationColumns } from './use-donation-columns.tsx';

const hiddenAt = (width: number): string[] => [
  'receipt',
  ...(width < 1600 ? ['author', 'purpose'] : []),
  ...(width < 1024 ? ['method'] : []),
];

interface DonationsTableProps {
  decider: DecidingUser;
  search: DonationsSearch;
  onChange: (change: DonationsSearch) => void;
  /** Replaces all search parameters. */
  onShow: (search: DonationsSearch) => void;
}

/**
 * The donations as a table, for employees on wide screens. Those that the user may confirm can be confirmed together.
 */
export function DonationsTable({ decider, search, onChange, onShow }: DonationsTableProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { list } = search;
  const isAll = list === 'all';
  const views = useLiveQuery(async () => viewsOf(db, 'donations'), [db]);
  const cards = useLiveQuery(
    async () => (isAll ? latestDonations(db, MAX_DONATIONS) : waitingDonations(db, MAX_DONATIONS)),
    [db, isAll],
  );
  const rows = useMemo(() => cards && filterDonations(cards, search), [cards, search]);
  return (
    <Stack gap="m">
      {isAll && (
        <ViewTabs
          {...{ views, search, onShow }}
          table="donations"
          all={t`All donations`}
          parse={(params) => donationsSearch({ ...params, list })}
          count={rows?.length}
          tab={(tab) => <ViewTab to="/donations" {...tab} />}
        />
      )}
      {!cards && <Skeleton leading="none" rows={8} />}
      {cards?.length === 0 && <NoDonations isStaff isAll={isAll} />}
      {cards && cards.length > 0 && rows && <Rows {...{ rows, decider, search, onChange }} />}
    </Stack>
  );
}

interface RowsProps extends Pick<DonationsTableProps, 'decider' | 'search' | 'onChange'> {
  rows: readonly DonationCard[];
}

function Rows({ rows, decider, search, onChange }: RowsProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const navigate = useNavigate();
  const columns = useDonationColumns();
  const [toConfirm, setToConfirm] = useState<readonly DonationCard[] | null>(null);
  const { sort: by, down, open } = search;
  const confirm = {
    ...{ key: 'confirm', letter: 'c', label: t`Confirm`, icon: <IconCheck aria-hidden="true" /> },
    onPress: setToConfirm,
  };
  const canConfirm = rows.some(({ donation }) => mayConfirm(donation, decider));
  return (
    <>
      <TableGrid
        name="donations"
        aria-label={t`Donations`}
        columns={columns}
        hidden={hiddenAt(window.innerWidth)}
        rows={rows}
        keyOf={({ donation }) => donation.id}
        nameOf={({ donation }) => `${donation.donor_name}, ${donation.receipt}`}
        {...(by !== undefined && { sort: { by, isDescending: down !== undefined } })}
        filters={<DonationFilters search={search} onChange={onChange} />}
        empty={<NoMatches onClear={() => onChange(noFilters)} />}
        onSort={(sort) =>
          onChange({
            sort: donationOrders.find((order) => order === sort.by),
            down: sort.isDescending ? '1' : undefined,
          })
        }
        count={
          <small role="status">
            <Plural value={rows.length} one="# donation" other="# donations" />
          </small>
        }
        canExport={actor.is_manager}
        {...(canConfirm && { bulk: { label: t`Selected donations`, actions: [confirm] } })}
        onOpen={({ donation }) => void navigate({ to: '/donations/$donationId', params: { donationId: donation.id } })}
        current={open}
        onPreview={(id) => onChange({ open: id })}
        panel={(card, place) => <DonationPanel card={card} {...place} />}
      />
      {toConfirm && <ConfirmManySheet cards={toConfirm} decider={decider} onClose={() => setToConfirm(null)} />}
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import {
  donationStateLabels,
  donationTones,
  methodLabels,
  purposeLabels,
} from '../../components/donation/donation-labels.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { type DonationCard, latestDonations, waitingDonations } from '../../db/queries/donations.ts';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { type DecidingUser, mayConfirm } from './decide.tsx';
import { DonationFilters, filterDonations, MAX_DONATIONS, noFilters } from './donation-filters.tsx';
import { NoDonations } from './no-donations.tsx';
import { RecurringDonations } from './recurring.tsx';
import { type DonationsSearch, donationsSearch } from './search-params.ts';
import { useDecider } from './use-decider.ts';

const DonationsTable = lazy(async () => ({ default: (await import('./donations-table.tsx')).DonationsTable }));

const route = getRouteApi('/_member/donations');

/** Number of donations shown at first, and added per press. */
const PAGE_SIZE = 50;

interface DonationRowsProps {
  cards: readonly DonationCard[];
  label: string;
  /** Whether each row shows the state of its donation. */
  showsStates?: boolean;
  /** Whether all donations are the user's own. Their rows show the purpose instead of the donor. */
  isOwn?: boolean;
}

function DonationRows({ cards, label, showsStates = false, isOwn = false }: DonationRowsProps): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <List aria-label={label}>
      {cards.map(({ donation, badge }) => (
        <RowLink
          key={donation.id}
          to="/donations/$donationId"
          params={{ donationId: donation.id }}
          leading={!isOwn && <Avatar name={donation.donor_name} id={donation.donor_id} />}
          title={`${money(donation.amount_cents)}, ${isOwn ? t(purposeLabels[donation.purpose]) : donation.donor_name}`}
          wrapTitle
          subtitle={`${t(methodLabels[donation.method])}, ${formatDateTime(donation.paid_at)}`}
          badge={
            showsStates && <Badge tone={donationTones[donation.state]}>{t(donationStateLabels[donation.state])}</Badge>
          }
          meta={<RowSyncBadge badge={badge} />}
        />
      ))}
    </List>
  );
}

/** Returns how many donations are shown, and a function that shows more of them. */
function useLimit(): [number, () => void] {
  const [limit, setLimit] = useState(PAGE_SIZE);
  return [limit, () => setLimit(limit + PAGE_SIZE)];
}

function MoreButton({ onPress }: { onPress: () => void }): ReactElement {
  return (
    <Button variant="soft" onPress={onPress}>
      <Trans>Show more</Trans>
    </Button>
  );
}

interface FilteredProps {
  search: DonationsSearch;
  onChange: (change: DonationsSearch) => void;
}

type WaitingDonationsProps = FilteredProps & { decider: DecidingUser };

/**
 * The donations waiting to be confirmed: first those that the user can confirm, then those that others must confirm.
 */
function WaitingDonations({ decider, search, onChange }: WaitingDonationsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, showMore] = useLimit();
  const all = useLiveQuery(async () => waitingDonations(db, MAX_DONATIONS), [db]);
  if (!all) return <Skeleton leading="none" />;
  if (all.length === 0) return <NoDonations isStaff isAll={false} />;
  const donations = filterDonations(all, search);
  const cards = donations.slice(0, limit);
  const [confirmable, others] = [true, false].map((may) =>
    cards.filter(({ donation }) => mayConfirm(donation, decider) === may),
  ) as [DonationCard[], DonationCard[]];
  return (
    <Stack gap="l">
      <DonationFilters search={search} onChange={onChange} />
      {donations.length === 0 && <NoMatches onClear={() => onChange(noFilters)} />}
      {confirmable.length > 0 && (
        <Section title={<Trans>You can confirm</Trans>}>
          <DonationRows cards={confirmable} label={t`You can confirm`} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={<Trans>Someone else confirms</Trans>}>
          <DonationRows cards={others} label={t`Someone else confirms`} />
        </Section>
      )}
      {donations.length > limit && <MoreButton onPress={showMore} />}
    </Stack>
  );
}

type AllDonationsProps = FilteredProps & {
  isStaff: boolean;
  /** Replaces all search parameters. */
  onShow: (search: DonationsSearch) => void;
};

/** All donations, the latest first. Employees filter them and open their saved views. */
function AllDonations({ isStaff, search, onChange, onShow }: AllDonationsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, showMore] = useLimit();
  const read = isStaff ? MAX_DONATIONS : limit + 1;
  const cards = useLiveQuery(async () => latestDonations(db, read), [db, read]);
  const views = useLiveQuery(async () => (isStaff ? viewsOf(db, 'donations') : []), [db, isStaff]);
  if (!cards) return <Skeleton leading="none" />;
  if (cards.length === 0)
    return (
      <>
        <RecurringDonations />
        <NoDonations isStaff={isStaff} isAll />
      </>
    );
  const shown = isStaff ? filterDonations(cards, search) : cards;
  return (
    <Stack>
      <RecurringDonations />
      {isStaff && (
        <DonationFilters search={search} onChange={onChange}>
          <ViewChip
            {...{ views, search, onShow }}
            all={t`All donations`}
            parse={(params) => donationsSearch({ ...params, list: 'all' })}
          />
        </DonationFilters>
      )}
      {shown.length === 0 && <NoMatches onClear={() => onChange(noFilters)} />}
      {shown.length > 0 && (
        <DonationRows cards={shown.slice(0, limit)} label={t`Donations`} showsStates isOwn={!isStaff} />
      )}
      {shown.length > limit && <MoreButton onPress={showMore} />}
    </Stack>
  );
}

/**
 * /donations: a learner's own donations; for an employee, the donations of their people, with those waiting to be
 * confirmed first.
 */
export function DonationsScreen(): ReactElement {
  const { t } = useLingui();
  const decider = useDecider();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: DonationsSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const onShow = (next: DonationsSearch): void => void navigate({ search: next, replace: true });
  const hasTable = useHasTable();
  const isStaff = decider?.is_staff ?? false;
  const isAll = !isStaff || search.list === 'all';
  const target = isStaff ? ({ to: '/donations/new' } as const) : ({ to: '/donate' } as const);
  const addLinkProps = { ...target, writes: true, icon: <IconPlus aria-hidden="true" />, children: t`New donation` };
  return (
    <Screen
      title={t`Donations`}
      back={<BackLink to="/more">{t`More`}</BackLink>}
      narrow={!isStaff || !hasTable}
      action={<LinkButton {...addLinkProps} />}
    >
      <Stack gap="l">
        {isStaff && (
          <ChipLinks aria-label={t`Donations`}>
            <ChipLink to="/donations" isCurrent={!isAll} activeOptions={{ exact: true }}>
              <Trans>To be confirmed</Trans>
            </ChipLink>
            <ChipLink to="/donations" search={{ list: 'all' }} isCurrent={isAll}>
              <Trans>All</Trans>
            </ChipLink>
          </ChipLinks>
        )}
        {!decider && <Skeleton leading="none" />}
        {decider && isStaff && hasTable && (
          <Suspense fallback={<Skeleton leading="none" rows={8} />}>
            <DonationsTable {...{ decider, search, onChange, onShow }} />
          </Suspense>
        )}
        {decider &&
          !(isStaff && hasTable) &&
          (isAll ? (
            <AllDonations isStaff={isStaff} {...{ search, onChange, onShow }} />
          ) : (
            <WaitingDonations decider={decider} {...{ search, onChange }} />
          ))}
      </Stack>
      <FabLink {...addLinkProps} />
    </Screen>
  );
}

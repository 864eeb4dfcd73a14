import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { partnerOrders, personStatuses } from '../../../../contract/filter-values.ts';
import { Screen } from '../../../components/app/screen.tsx';
import { FilterChip } from '../../../components/filters/filter-chip.tsx';
import { leadStatusLabels, leadStatusTones, personName } from '../../../components/person/person-labels.ts';
import { NoMatches } from '../../../components/filters/no-matches.tsx';
import { useHasTable } from '../../../components/table/use-table-width.ts';
import { ViewChip } from '../../../components/views/view-chip.tsx';
import { ViewTab, ViewTabs } from '../../../components/views/view-tabs.tsx';
import { viewsOf } from '../../../db/queries/saved-views.ts';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { useSyncState } from '../../../hooks/sync-context.tsx';
import { useSearchText } from '../../../hooks/use-search-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { ChipRow } from '../../../ui/chip-row.tsx';
import type { GridSort } from '../../../ui/data-grid/grid-types.ts';
import { FabLink } from '../../../ui/layout.tsx';
import { List, RowLink } from '../../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { partnersSearch } from '../search-params.ts';
import styles from './partner.module.css';
import { PartnersTable } from './partners-table.tsx';
import { savedPartnerList, type PartnerList } from './queries.ts';

const route = getRouteApi('/_member/_staff/partners');

type PartnersSearch = ReturnType<typeof partnersSearch>;
type ChangeSearch = (change: PartnersSearch) => void;

const noFilters: PartnersSearch = {
  q: undefined,
  status: undefined,
  responsible: undefined,
  commission: undefined,
  view: undefined,
};

/** /partners: the partners whom the user may see, all of whom are on this device. */
export function PartnersScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change: ChangeSearch = (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const isWide = useHasTable();
  const saved = useLiveQuery(async () => viewsOf(db, 'partners'), [db]);
  const onShow = (next: PartnersSearch): void => void navigate({ search: next, replace: true });
  const views = { views: saved, all: t`All partners`, search, parse: partnersSearch, onShow };
  const { q = '', status, responsible, commission, down } = search;
  const sort = partnerOrders.find((order) => order === search.sort) ?? 'name';
  const isDescending = down !== undefined;
  const list = useLiveQuery(
    async () => savedPartnerList(db, { q, status, responsible, commission, sort, isDescending }),
    [db, q, status, responsible, commission, sort, isDescending],
  );
  const filters = (
    <>
      <div className={styles.search}>
        <PartnerSearchField search={search} onChange={change} />
      </div>
      <Filters search={search} onChange={change} employees={list?.employees ?? []}>
        {!isWide && <ViewChip {...views} />}
      </Filters>
    </>
  );
  const addLinkProps = {
    to: '/partners/new',
    writes: true,
    icon: <IconUserPlus aria-hidden="true" />,
    children: t`Add partner`,
  } as const;
  return (
    <Screen title={t`Partners`} action={<LinkButton {...addLinkProps} />}>
      <Stack gap="m">
        {isWide && (
          <ViewTabs
            {...views}
            table="partners"
            count={list?.rows.length}
            tab={(tab) => <ViewTab to="/partners" {...tab} />}
          />
        )}
        {!isWide && filters}
        {!list && <Skeleton rows={6} />}
        {list && (
          <Partners {...{ list, filters }} sort={{ by: sort, isDescending }} current={search.open} onChange={change} />
        )}
      </Stack>
      <FabLink {...addLinkProps} />
    </Screen>
  );
}

interface FilterProps {
  search: PartnersSearch;
  onChange: ChangeSearch;
}

/** The search field. The URL is updated shortly after the last key press. */
function PartnerSearchField({ search, onChange }: FilterProps): ReactElement {
  const { t } = useLingui();
  const { text, type } = useSearchText(search.q ?? '', (q) => onChange({ q }));
  return (
    <SearchField
      aria-label={t`Search partners`}
      placeholder={t`Name, company, email, city or number`}
      value={text}
      onChange={type}
    />
  );
}

type FiltersProps = FilterProps & Pick<PartnerList, 'employees'> & { children: ReactNode };

function Filters({ search, onChange, employees, children }: FiltersProps): ReactElement {
  const { t } = useLingui();
  return (
    <ChipRow aria-label={t`Filters`}>
      {children}
      <FilterChip
        label={t`Status`}
        allLabel={t`All statuses`}
        value={search.status}
        options={personStatuses.map((value) => ({ value, label: t(leadStatusLabels[value]) }))}
        onChange={(status) => onChange({ status })}
      />
      {(employees.length > 1 || search.responsible !== undefined) && (
        <FilterChip
          label={t`Employee`}
          allLabel={t`All employees`}
          value={search.responsible}
          options={employees}
          onChange={(responsible) => onChange({ responsible })}
        />
      )}
      <FilterChip
        label={t`Commission`}
        allLabel={t`With and without commission`}
        value={search.commission}
        options={[
          { value: 'yes', label: t`With commission` },
          { value: 'no', label: t`Without commission` },
        ]}
        onChange={(commission) => onChange({ commission })}
      />
    </ChipRow>
  );
}

interface PartnersProps {
  list: PartnerList;
  sort: GridSort;
  /** Id of the partner who is open beside the table. */
  current: string | undefined;
  onChange: ChangeSearch;
  /** Shown above the table. */
  filters: ReactNode;
}

function Partners({ list, sort, current, onChange, filters }: PartnersProps): ReactElement {
  const { t } = useLingui();
  const isWide = useHasTable();
  const count = list.rows.length;
  const empty = <NoPartners isFiltered={list.total > 0} onClear={() => onChange(noFilters)} />;
  const changeSort = (next: GridSort): void =>
    onChange({ sort: partnerOrders.find((order) => order === next.by), down: next.isDescending ? '1' : undefined });
  const total = (
    <small role="status">
      <Plural value={count} one="# partner" other="# partners" />
    </small>
  );
  if (isWide)
    return (
      <PartnersTable
        {...{ list, sort, current, filters, empty }}
        onSort={changeSort}
        count={total}
        onPreview={(id) => onChange({ open: id })}
      />
    );
  if (count === 0) return empty;
  return (
    <>
      {total}
      <List aria-label={t`Partners`}>
        {list.rows.map(({ id, person, badge, company, commission_percent: percent }) => (
          <RowLink
            key={id}
            to="/user/view-details/$personId"
            params={{ personId: id }}
            search={{ from: 'partners' }}
            leading={<Avatar name={personName(person)} id={id} />}
            title={personName(person)}
            subtitle={[percent > 0 ? t`Commission ${percent}%` : '', company, person.responsible_name]
              .filter(Boolean)
              .join(', ')}
            badge={<Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>}
            meta={<RowSyncBadge badge={badge} />}
          />
        ))}
      </List>
    </>
  );
}

function NoPartners({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const icon = <IconBriefcase aria-hidden="true" />;
  if (isFiltered) return <NoMatches icon={icon} onClear={onClear} />;
  return (
    <EmptyState
      icon={icon}
      action={
        <LinkButton variant="soft" writes to="/partners/new">
          <Trans>Add partner</Trans>
        </LinkButton>
      }
    >
      {hasSyncedOnce ? (
        <Trans>No partners yet. You can also make one of your people a partner.</Trans>
      ) : (
        <Trans>Your partners haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

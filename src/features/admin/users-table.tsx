import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AdminUser } from '../../../contract/api-calls/admin.ts';
import { accountOrderings, type AccountOrdering } from '../../../contract/filter-values.ts';
import { personName } from '../../components/person/person-labels.ts';
import { orderOf, sortOf } from '../../components/table/server-order.ts';
import { useFittingColumns } from '../../components/table/use-table-width.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { formatDate, formatRecent } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import type { GridColumn, GridSort, PagePlace } from '../../ui/data-grid/grid-types.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './admin.module.css';
import { stateLabels, stateOf, stateTones } from './labels.ts';
import { AccountState, RoleBadges } from './user-details.tsx';
import type { UsersSearch } from './search-params.ts';

interface UsersProps {
  rows: readonly AdminUser[];
  /** Id of the open account. */
  current: string | undefined;
}

interface TableProps extends UsersProps {
  order: AccountOrdering;
  page: PagePlace;
  isPanelOpen: boolean;
  onSort: (order: AccountOrdering) => void;
  onOpen: (id: string) => void;
}

function useColumns(): GridColumn<AdminUser>[] {
  const { t } = useLingui();
  const country = useCountryName();
  const phoneText = usePhoneText();
  const now = useNow('minute');
  return [
    {
      id: 'name',
      header: t({ message: 'Name', context: 'name of a person' }),
      width: 224,
      isSortable: true,
      isRowHead: true,
      grows: true,
      cell: (user) => (
        <span className={styles.person}>
          <Avatar name={personName(user)} id={user.id} size="s" />
          <span className={styles.names}>
            <span>{personName(user)}</span>
            <small>{user.email ?? phoneText(user.phone ?? '')}</small>
          </span>
        </span>
      ),
    },
    { id: 'roles', header: t`Roles`, width: 144, cell: (user) => <RoleBadges user={user} /> },
    {
      id: 'state',
      header: t`Status`,
      width: 112,
      keepsWidth: true,
      cell: (user) => <StatusDot tone={stateTones[stateOf(user)]}>{t(stateLabels[stateOf(user)])}</StatusDot>,
    },
    {
      id: 'country',
      header: t`Country`,
      width: 120,
      isSortable: true,
      isSecondary: true,
      cell: (user) => country(user.country),
    },
    {
      id: 'created_at',
      header: t`Created`,
      width: 112,
      isSortable: true,
      isNumeric: true,
      cell: (user) => formatDate(user.created_at),
    },
    {
      id: 'last_seen',
      header: t`Last seen`,
      width: 148,
      isNumeric: true,
      cell: (user) => (user.last_seen_at ? formatRecent(user.last_seen_at, now) : <Trans>Never</Trans>),
    },
  ];
}

/** The accounts as a table, for wide screens. */
export function UsersTable({ rows, current, order, page, isPanelOpen, onSort, onOpen }: TableProps): ReactElement {
  const { t } = useLingui();
  const isTablet = !useMediaQuery('(min-width: 1024px)');
  const allColumns = useColumns();
  const columns = useFittingColumns(
    isTablet ? allColumns.filter(({ isSecondary }) => !isSecondary) : allColumns,
    isPanelOpen,
  );
  const sort = (by: GridSort): void => {
    const next = orderOf(accountOrderings, by);
    if (next) onSort(next);
  };
  return (
    <DataGrid
      aria-label={t`Users`}
      columns={columns}
      rows={rows}
      page={page}
      listKey={`${order} ${page.before}`}
      keyOf={({ id }) => id}
      nameOf={personName}
      isTall
      sort={sortOf(order)}
      onSort={sort}
      current={current}
      onOpen={({ id }) => onOpen(id)}
    />
  );
}

/** The accounts as rows, for narrow screens. */
export function UsersList({ rows, search, current }: UsersProps & { search: UsersSearch }): ReactElement {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  return (
    <List aria-label={t`Users`}>
      {rows.map((user) => (
        <RowLink
          key={user.id}
          to="/main/admin/users/edit/$userId"
          params={{ userId: user.id }}
          search={search}
          isCurrent={user.id === current}
          leading={<Avatar name={personName(user)} id={user.id} />}
          title={personName(user)}
          subtitle={user.email ?? phoneText(user.phone ?? '')}
          badge={<AccountState user={user} />}
          meta={<RoleBadges user={user} />}
        />
      ))}
    </List>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { getRouteApi, useMatch, useNavigate, useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import { useHasPanelBeside, useHasTable } from '../../components/table/use-table-width.ts';
import { personName } from '../../components/person/person-labels.ts';
import { type Fetching, isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useFocusReturn } from '../../hooks/use-focus-return.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { adminKeys, type AdminUsersQuery } from '../../lib/cached-pages.ts';
import { formatDate } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { openRowTarget } from '../../ui/data-grid/use-roving-cell.ts';
import { FabLink } from '../../ui/layout.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './admin.module.css';
import { NewUserPanel } from './new-user-panel.tsx';
import { savedAccountCounts, savedUser, savedUsers, type UsersPage } from './queries.ts';
import type { UsersSearch } from './search-params.ts';
import { UserPanel } from './user-panel.tsx';
import { noFilters, parseUsersQuery, UsersFilters } from './users-filters.tsx';
import { UsersList, UsersTable } from './users-table.tsx';
import { UsersViews } from './users-views.tsx';

const PAGE_SIZE = 25;

const route = getRouteApi('/_member/_staff/_admin/_users');

interface ListProps {
  search: UsersSearch;
  query: AdminUsersQuery;
  /** A page of accounts; undefined while it is read, null if it was never fetched. */
  page: UsersPage | null | undefined;
  fetching: Fetching;
  current: string | undefined;
  isOpen: boolean;
  onChange: (change: UsersSearch) => void;
  onOpen: (id: string) => void;
}

/** One page of the accounts as last fetched. */
function UsersOnPage({ search, query, page, fetching, current, isOpen, onChange, onOpen }: ListProps): ReactNode {
  const isWide = useHasTable();
  const icon = <IconUsers aria-hidden="true" />;
  if (page === undefined || (page === null && fetching.done === undefined)) return <Skeleton rows={6} />;
  if (page === null && isNotOffered(fetching.done)) return null;
  if (page === null)
    return (
      <EmptyState icon={icon}>
        <Trans context="of users">The accounts haven't synced to this device yet. You need to be online.</Trans>
      </EmptyState>
    );
  if (page.rows.length === 0) return <NoMatches icon={icon} onClear={() => onChange(noFilters)} />;
  if (!isWide) return <UsersList rows={page.rows} search={search} current={current} />;
  return (
    <UsersTable
      rows={page.rows}
      current={current}
      order={search.order ?? '-created_at'}
      isPanelOpen={isOpen}
      page={{ before: (query.page - 1) * PAGE_SIZE, count: page.about.count }}
      onSort={(order) => onChange({ order, page: undefined })}
      onOpen={onOpen}
    />
  );
}

/** Shows which accounts are on the page, with buttons to the other pages. */
function PageNavigation({
  page,
  query,
  onChange,
}: { page: UsersPage } & Pick<ListProps, 'query' | 'onChange'>): ReactNode {
  const { count, next } = page.about;
  if (count === 0) return null;
  const first = (query.page - 1) * PAGE_SIZE + 1;
  const last = Math.min(count, first + page.rows.length - 1);
  return (
    <div className={styles.pages}>
      <small role="status">
        <Trans>
          {first}–{last} of {count}
        </Trans>
      </small>
      <PageButtons
        page={query.page}
        next={next}
        isByTime={false}
        onTurn={(turned) => onChange({ page: turned === 1 ? undefined : turned })}
      />
    </div>
  );
}

/** The open account, or the form of a new one: beside the table, in a drawer over it, or as a screen of its own. */
function OpenPanel({ id, isBeside, hasTable, search, onClose, ...rest }: OpenPanelProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const user = useLiveQuery(
    async () => (id === undefined ? null : ((await savedUser(db, id))?.user ?? null)),
    [db, id],
  );
  const name = id === undefined ? t`New user` : user ? personName(user) : t`Account`;
  const panel =
    id === undefined ? <NewUserPanel search={search} onSaved={rest.onSaved} /> : <UserPanel id={id} {...rest} />;
  if (!hasTable)
    return (
      <Screen
        title={name}
        documentTitle={id === undefined ? name : t`Account`}
        narrow
        back={<BackLink to="/main/admin/users/all" search={search}>{t`Users`}</BackLink>}
      >
        {panel}
      </Screen>
    );
  const created = user && formatDate(user.created_at);
  const content = (
    <>
      <div className={styles.head}>
        <div className={styles.person}>
          {user && <Avatar name={name} id={user.id} />}
          <div className={styles.names}>
            <h2>{name}</h2>
            {created && (
              <small>
                <Trans>Created {created}</Trans>
              </small>
            )}
          </div>
        </div>
        <LinkButton
          variant="plain"
          small
          icon={<IconX aria-hidden="true" />}
          to="/main/admin/users/all"
          search={search}
        >
          <Trans>Close</Trans>
        </LinkButton>
      </div>
      {panel}
    </>
  );
  return isBeside ? (
    <PanelBeside name={name}>{content}</PanelBeside>
  ) : (
    <SidePanel aria-label={name} onClose={onClose}>
      {content}
    </SidePanel>
  );
}

function PanelBeside({ name, children }: { name: string; children: ReactNode }): ReactElement {
  const element = useFocusReturn<HTMLElement>(openRowTarget);
  return (
    <section ref={element} className={styles.panel} aria-label={name}>
      {children}
    </section>
  );
}

interface OpenPanelProps {
  /** Id of the open account; undefined for a new one. */
  id: string | undefined;
  isBeside: boolean;
  hasTable: boolean;
  search: UsersSearch;
  onClose: () => void;
  admins: number | undefined;
  onSaved: () => void;
}

/**
 * /main/admin/users/all, create and edit: the accounts of every role, with one account beside or instead of the list.
 */
export function UsersScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const search = route.useSearch();
  const navigate = useNavigate();
  const isBeside = useHasPanelBeside();
  const hasTable = useHasTable();
  const id = useParams({
    from: '/_member/_staff/_admin/_users/main/admin/users/edit/$userId',
    shouldThrow: false,
  })?.userId;
  const isNew =
    useMatch({ from: '/_member/_staff/_admin/_users/main/admin/users/create', shouldThrow: false }) !== undefined;
  const onChange = (change: UsersSearch): void =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  const onShow = (next: UsersSearch): void => void navigate({ to: '.', search: next, replace: true });
  const onOpen = (userId: string): void =>
    void navigate({ to: '/main/admin/users/edit/$userId', params: { userId }, search });
  const query = parseUsersQuery(search);
  const key = adminKeys.users(query);
  const fetching = useFetched(key, () => sync.account('fetchUsers', query));
  // The live query depends on the key, because `query` is a new object on each render.
  const loaded = useLiveQuery(async () => ({ key, page: await savedUsers(db, query) }), [db, key]);
  const page = loaded?.key === key ? loaded.page : undefined;
  const counts = useLiveQuery(async () => savedAccountCounts(db), [db]) ?? null;
  const isOpen = id !== undefined || isNew;
  const onClose = (): void => void navigate({ to: '/main/admin/users/all', search });
  const panel = { id, isBeside, hasTable, search, onClose, admins: counts?.admins, onSaved: fetching.again };
  if (isOpen && !hasTable) return <OpenPanel {...panel} />;
  const propsOfAddLink = { to: '/main/admin/users/create', search, icon: <IconPlus aria-hidden="true" /> } as const;
  const total = page?.about.total_count;
  return (
    <Screen
      title={t`Users`}
      subtitle={total === undefined ? <></> : <Plural value={total} one="# account" other="# accounts" />}
      action={
        <LinkButton {...propsOfAddLink}>
          <Trans>Add a user</Trans>
        </LinkButton>
      }
    >
      <div className={isOpen ? styles.desk : undefined}>
        <Stack gap="m">
          <UsersViews search={search} count={page?.about.count} onShow={onShow} />
          <div className={styles.toolbar}>
            <UsersFilters search={search} counts={counts} onChange={onChange} withOrder={!hasTable} />
            <FetchStatus at={page?.at ?? null} fetching={fetching} isInLine={hasTable} />
          </div>
          <UsersOnPage {...{ search, query, page, fetching, isOpen, onChange, onOpen }} current={id} />
          {page && <PageNavigation page={page} query={query} onChange={onChange} />}
        </Stack>
        {isOpen && <OpenPanel {...panel} />}
      </div>
      <FabLink {...propsOfAddLink}>
        <Trans>Add a user</Trans>
      </FabLink>
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import type { AuditOrder } from '../../../contract/table-orders.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { personName } from '../../components/person/person-labels.ts';
import { type Fetching, isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { adminKeys } from '../../lib/cached-pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { AuditFilters, noAuditFilters, parseAuditQuery } from './audit-filters.tsx';
import { AuditList, AuditTable } from './audit-table.tsx';
import { type AuditPage, savedAuditLog, savedUser } from './queries.ts';
import type { AuditSearch } from './search-params.ts';

const route = getRouteApi('/_member/_staff/_admin/main/admin/audit');

interface AuditEntriesProps {
  /** A page of the audit log; undefined while it is read, null if it was never fetched. */
  page: AuditPage | null | undefined;
  fetching: Fetching;
  isFiltered: boolean;
  order: AuditOrder;
  open: string | undefined;
  onChange: (change: AuditSearch) => void;
  onPreview: (id: string | undefined) => void;
  filters: ReactNode;
}

/** The filters and the entries. On wide screens, the filters are in one line with the buttons of the table. */
function AuditEntries({
  page,
  fetching,
  isFiltered,
  order,
  onChange,
  filters,
  ...panel
}: AuditEntriesProps): ReactNode {
  const isWide = useHasTable();
  const icon = <IconHistory aria-hidden="true" />;
  const age = <FetchStatus at={page?.at ?? null} fetching={fetching} isInLine={isWide} />;
  const isWaiting = page === undefined || (page === null && fetching.done === undefined);
  const empty = isWaiting ? (
    <Skeleton leading="none" rows={6} />
  ) : page === null && isNotOffered(fetching.done) ? null : page === null ? (
    <EmptyState icon={icon}>
      <Trans>The audit log hasn't synced to this device yet. You need to be online.</Trans>
    </EmptyState>
  ) : isFiltered ? (
    <NoMatches icon={icon} onClear={() => onChange(noAuditFilters)} />
  ) : (
    <EmptyState icon={icon}>
      <Trans>No actions recorded yet.</Trans>
    </EmptyState>
  );
  const rows = page?.rows ?? [];
  // The filters stay mounted while another page loads, so that they keep the focus.
  if (isWide) return <AuditTable {...panel} {...{ rows, order, filters, empty }} count={age} onFilter={onChange} />;
  return (
    <>
      {filters}
      {age}
      {rows.length > 0 ? <AuditList rows={rows} /> : empty}
    </>
  );
}

/** /main/admin/audit: which user did what to which account, newest first by default. For admins. */
export function AuditScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: AuditSearch): void =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true });
  const query = parseAuditQuery(search);
  const key = adminKeys.audit(query);
  const fetching = useFetched(key, () => sync.account('fetchAuditLog', query));
  // The live query depends on the key, because `query` is a new object on each render.
  const loaded = useLiveQuery(async () => ({ key, page: await savedAuditLog(db, query) }), [db, key]);
  const page = loaded?.key === key ? loaded.page : undefined;
  const { target, cursor, open, order = '-at' } = search;
  const account = useLiveQuery(async () => (target ? await savedUser(db, target) : null), [db, target]);
  const nameOnPage = page?.rows.find((line) => line.target_id === target)?.target_name;
  const next = page?.next ?? null;
  return (
    <Screen title={t`Audit log`}>
      <Stack gap="m">
        <AuditEntries
          filters={
            <AuditFilters
              search={search}
              targetName={nameOnPage ?? (account ? personName(account.user) : '')}
              onChange={onChange}
            />
          }
          page={page}
          fetching={fetching}
          isFiltered={Object.values({ ...query, order: '', cursor: '' }).some((value) => value !== '')}
          {...{ order, open, onChange }}
          onPreview={(id) => void navigate({ search: (before) => ({ ...before, open: id }), replace: true })}
        />
        {(cursor !== undefined || next !== null) && (
          <ButtonRow>
            <Button variant="ghost" isDisabled={cursor === undefined} onPress={() => onChange({})}>
              {order === '-at' ? <Trans>Newest</Trans> : <Trans>First page</Trans>}
            </Button>
            <Button
              variant="ghost"
              isDisabled={next === null}
              onPress={() => void navigate({ search: (before) => ({ ...before, cursor: next ?? undefined }) })}
            >
              {order === '-at' ? <Trans>Older</Trans> : <Trans>Next page</Trans>}
            </Button>
          </ButtonRow>
        )}
      </Stack>
    </Screen>
  );
}

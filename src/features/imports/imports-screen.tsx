import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { importKeys } from '../../lib/cached-pages.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { discardDraft } from './actions.ts';
import { stateLabels, stateTones } from './labels.ts';
import { savedImportDrafts, savedImports } from './queries.ts';
import type { ImportsSearch } from './search-params.ts';

const ImportsTable = lazy(async () => ({ default: (await import('./imports-table.tsx')).ImportsTable }));

const route = getRouteApi('/_member/_staff/staff/users_imports');

function Drafts({ drafts }: { drafts: readonly ImportDraft[] }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  return (
    <Section title={<Trans>Prepared on this device</Trans>}>
      <List aria-label={t`Prepared on this device`}>
        {drafts.map(({ id, filename, rows, created_at }) => (
          <Row
            key={id}
            title={
              <TextLink to="/staff/users_imports/$importId/columns" params={{ importId: id }}>
                {filename}
              </TextLink>
            }
            wrapTitle
            subtitle={
              <>
                <Plural value={rows} one="# row" other="# rows" /> · {formatDateTime(created_at)}
              </>
            }
            trailing={
              <Button
                small
                variant="plain"
                aria-label={t`Discard ${filename}`}
                onPress={() => void discardDraft(db, id)}
              >
                <Trans context="a file">Discard</Trans>
              </Button>
            }
          />
        ))}
      </List>
    </Section>
  );
}

function ImportCards({ rows }: { rows: readonly ImportRow[] }): ReactElement {
  const { t } = useLingui();
  return (
    <List aria-label={t`Imports`}>
      {rows.map(({ id, filename, success, total, state, created_at }) => (
        <RowLink
          key={id}
          to="/staff/users_imports/$importId/result"
          params={{ importId: id }}
          title={filename}
          subtitle={`${t`${success} of ${total}`} · ${formatDateTime(created_at)}`}
          badge={<Badge tone={stateTones[state]}>{t(stateLabels[state])}</Badge>}
        />
      ))}
    </List>
  );
}

/** /staff/users_imports: the imports of the employee and the team, and the files prepared on this device. */
export function ImportsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const navigate = route.useNavigate();
  const { page = 1, order = '-created_at', open } = route.useSearch();
  const hasTable = useHasTable();
  const drafts = useLiveQuery(async () => savedImportDrafts(db), [db]) ?? [];
  const key = importKeys.list(page, order);
  const saved = useLiveQuery(async () => ({ key, list: await savedImports(db, page, order) }), [db, key, page, order]);
  const fetching = useFetched(key, () => sync.account('fetchImports', page, order));
  const show = (change: ImportsSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const list = saved?.key === key ? saved.list : undefined;
  const isWaiting = list === undefined || (list === null && fetching.done === undefined);
  const isTable = hasTable && Boolean(list?.rows.length);
  const age = <FetchStatus at={list?.at ?? null} fetching={fetching} />;
  const icon = <IconFileImport aria-hidden="true" />;
  const addLinkProps = { to: '/staff/users_imports/new', writes: true, icon, children: t`Import people` } as const;
  return (
    <Screen title={t`Imports`} action={<LinkButton {...addLinkProps} />}>
      <Stack>
        {drafts.length > 0 && <Drafts drafts={drafts} />}
        {!isTable && age}
        {isWaiting && <Skeleton leading="none" />}
        {list === null && fetching.done !== undefined && !isNotOffered(fetching.done) && (
          <EmptyState icon={icon}>
            <Trans>Imports haven't synced to this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {list?.rows.length === 0 && (
          <EmptyState icon={icon}>
            <Trans>No imports yet. Import people from a CSV file of another program.</Trans>
          </EmptyState>
        )}
        {list && list.rows.length > 0 && !hasTable && <ImportCards rows={list.rows} />}
        {list && isTable && (
          <Suspense fallback={<Skeleton leading="none" rows={list.rows.length} />}>
            <ImportsTable
              rows={list.rows}
              {...{ age, order, open }}
              onSort={(next) => show({ order: next, page: undefined })}
              onPreview={(id) => show({ open: id })}
            />
          </Suspense>
        )}
        {list && (
          <PageButtons
            page={page}
            next={list.next}
            isByTime={order === '-created_at'}
            onTurn={(to) => void navigate({ search: { page: to, order } })}
          />
        )}
      </Stack>
      <FabLink {...addLinkProps} />
    </Screen>
  );
}

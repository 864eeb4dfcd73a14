import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import type { ImportCheck, ImportDraft } from '../../db/schema/import-draft.ts';
import { type Fetching, useFetched } from '../../hooks/use-fetched.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useNow } from '../../ui/use-now.ts';
import { CheckCounts, countOf } from './check-counts.tsx';
import { CheckGrid } from './check-grid.tsx';
import { ImportFrame } from './import-frame.tsx';
import styles from './imports.module.css';
import { filterLabels, useIssueText } from './labels.ts';
import { MissingImport } from './missing-import.tsx';
import { saveProblemRows } from './problem-file.ts';
import { savedDraft, savedRows } from './queries.ts';
import type { RowFilter } from './search-params.ts';

const route = getRouteApi('/_member/_staff/staff/users_imports/$importId/check');

/** Says when the rows were checked, whether on this device or by the server, and how many rows have changed since. */
function CheckState({ check, fetching }: { check: ImportCheck; fetching: Fetching }): ReactElement {
  const now = useNow('minute');
  const at = formatRecent(check.at, now);
  const isRunning = fetching.done === undefined;
  return (
    <Stack gap="s">
      {check.changed > 0 && !check.is_stale && (
        <Banner tone="wait" icon={<IconAlertTriangle />} role="status">
          <Plural
            value={check.changed}
            one="# row has changed since the last check."
            other="# rows have changed since the last check."
          />
        </Banner>
      )}
      {fetching.done && !fetching.done.ok && <ErrorNotice error={fetching.done} />}
      <small role="status">
        {isRunning && <Trans>Checking…</Trans>}
        {!isRunning && check.is_stale && <Trans>Changed since the check. Check the rows again.</Trans>}
        {!isRunning && !check.is_stale && check.by === 'device' && (
          <Trans>Checked on this device, not yet with the server</Trans>
        )}
        {!isRunning && !check.is_stale && check.by === 'server' && (
          <Trans>With the people as they are, {at}. The check is repeated when you import.</Trans>
        )}
      </small>
    </Stack>
  );
}

type RowsProps = { draft: ImportDraft; only: RowFilter; total: number };

function Rows({ draft, only, total }: RowsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const issueText = useIssueText();
  const isWide = useMediaQuery('(min-width: 720px)');
  const found = useLiveQuery(async () => ({ only, saved: await savedRows(db, draft.id, only) }), [db, draft.id, only]);
  const saved = found?.only === only ? found.saved : undefined;
  const label = t(filterLabels[only]);
  const shown = saved?.rows.length ?? 0;
  const isProblem = only === 'error' || only === 'warning';
  return (
    <Section
      title={label}
      end={
        isProblem &&
        shown > 0 && (
          <Button
            small
            variant="soft"
            icon={<IconDownload aria-hidden="true" />}
            onPress={() => saveProblemRows(draft.filename, draft.header, saved?.rows ?? [], issueText)}
          >
            <Trans>Problem rows (CSV)</Trans>
          </Button>
        )
      }
    >
      <Stack gap="s">
        {shown < total && shown > 0 && (
          <small>
            <Trans>
              The first {shown} of {total} rows
            </Trans>
          </small>
        )}
        {!isWide && (
          <small>
            <Trans>Rows can be corrected on a wider screen. Here you can import the others, or download these.</Trans>
          </small>
        )}
        {saved === undefined && <Skeleton leading="none" />}
        {saved && shown === 0 && (
          <EmptyState>
            <Trans>No such rows</Trans>
          </EmptyState>
        )}
        {isWide && saved && shown > 0 && <CheckGrid key={only} draft={draft} rows={saved.rows} label={label} />}
      </Stack>
    </Section>
  );
}

function Dock({ draft, fetching }: { draft: ImportDraft; fetching: Fetching }): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { isPending, error, run } = useOnlineAction();
  const { check, id, settings } = draft;
  const isChecked = check?.by === 'server' && !check.is_stale && fetching.done !== undefined;
  const people = check ? check.counts.create + check.counts.update : 0;
  const failed = check?.counts.failed ?? 0;
  const isImportBlocked = settings.all_or_nothing && failed > 0;
  const start = async (): Promise<void> => {
    if (await run(() => sync.account('startImport', id), t`Import started`))
      await navigate({ to: '/staff/users_imports/$importId/result', params: { importId: id } });
  };
  return (
    <>
      <LinkButton to="/staff/users_imports/$importId/columns" params={{ importId: id }} variant="ghost">
        <Trans>Back</Trans>
      </LinkButton>
      <span className={styles.said}>
        {error && <ErrorNotice error={error} />}
        {isImportBlocked && (
          <span className={styles.need}>
            <Trans>Nothing is imported while a row has an error.</Trans>
          </span>
        )}
        {!isImportBlocked && failed > 0 && (
          <Plural value={failed} one="# row with errors is skipped." other="# rows with errors are skipped." />
        )}
        <small>
          <Trans>You can undo the import for 7 days.</Trans>
        </small>
      </span>
      {isChecked ? (
        <Button isPending={isPending} isDisabled={people === 0 || isImportBlocked} writes onPress={() => void start()}>
          <Plural value={people} one="Import # person" other="Import # people" />
        </Button>
      ) : (
        <Button isPending={fetching.done === undefined} onPress={fetching.again}>
          <Trans>Check again</Trans>
        </Button>
      )}
    </>
  );
}

function Check({ draft, only, fetching }: { draft: ImportDraft; only: RowFilter | undefined; fetching: Fetching }) {
  const { check } = draft;
  if (!check)
    return fetching.done && !fetching.done.ok ? <ErrorNotice error={fetching.done} /> : <Skeleton leading="none" />;
  const shown = only ?? (check.counts.failed > 0 ? 'error' : 'create');
  const { total } = check.counts;
  return (
    <Stack>
      <Section title={<Plural value={total} one="# row checked" other="# rows checked" />}>
        <Stack gap="m">
          <CheckState check={check} fetching={fetching} />
          <CheckCounts importId={draft.id} counts={check.counts} only={shown} />
        </Stack>
      </Section>
      <Rows draft={draft} only={shown} total={countOf(check.counts, shown)} />
    </Stack>
  );
}

/**
 * /staff/users_imports/$importId/check: the third step of an import. Rows are checked on this device first, then by the
 * server.
 */
export function CheckStep(): ReactElement {
  const { db } = useStore();
  const { importId } = route.useParams();
  const { only } = route.useSearch();
  const draft = useLiveQuery(async () => savedDraft(db, importId), [db, importId]);
  const fetching = useFetched(importId, () => sync.account('checkImport', importId));
  if (!draft)
    return (
      <ImportFrame step="check">{draft === undefined ? <Skeleton leading="none" /> : <MissingImport />}</ImportFrame>
    );
  return (
    <ImportFrame step="check" dock={<Dock draft={draft} fetching={fetching} />}>
      <Check draft={draft} only={only} fetching={fetching} />
    </ImportFrame>
  );
}

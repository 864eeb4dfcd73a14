import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { type Fetching, useFetched } from '../../hooks/use-fetched.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { CheckCounts, countOf } from './check-counts.tsx';
import { CheckGrid } from './check-grid.tsx';
import { CheckList } from './check-list.tsx';
import { CheckState, SameFileNotice, SameFileText } from './check-notices.tsx';
import { ImportFrame } from './import-frame.tsx';
import styles from './imports.module.css';
import { filterLabels, useIssueText } from './labels.ts';
import { MissingImport } from './missing-import.tsx';
import { saveProblemRows } from './problem-file.ts';
import { savedImportDraft, savedImport, savedCheckRows } from './queries.ts';
import type { RowFilter } from './search-params.ts';

const route = getRouteApi('/_member/_staff/staff/users_imports/$importId/check');

type RowsProps = { draft: ImportDraft; only: RowFilter; total: number };

function Rows({ draft, only, total }: RowsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const issueText = useIssueText();
  const isWide = useMediaQuery('(min-width: 720px)');
  const found = useLiveQuery(
    async () => ({ only, saved: await savedCheckRows(db, draft.id, only) }),
    [db, draft.id, only],
  );
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
        {!isWide && saved && shown > 0 && <CheckList key={only} draft={draft} rows={saved.rows} label={label} />}
      </Stack>
    </Section>
  );
}

type ImportButtonProps = { draft: ImportDraft; row: ImportRow | null | undefined; isDisabled: boolean };

/** Imports the checked rows. If the same file was imported before, the user must confirm first. */
function ImportButton({ draft, row, isDisabled }: ImportButtonProps): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { isPending, error, run } = useOnlineAction();
  const { id, check } = draft;
  const people = check ? check.counts.create + check.counts.update : 0;
  const isRepeated = row?.same_file_at != null;
  const start = async (): Promise<void> => {
    setAsking(false);
    if (await run(() => sync.account('startImport', id), t`Import started`))
      await navigate({ to: '/staff/users_imports/$importId/result', params: { importId: id } });
  };
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Button
        isPending={isPending}
        isDisabled={isDisabled || people === 0}
        writes
        onPress={() => (isRepeated ? setAsking(true) : void start())}
      >
        <Plural value={people} one="Import # person" other="Import # people" />
      </Button>
      {isRepeated && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => void start()}
          title={<Trans>Import the same file again?</Trans>}
          confirmLabel={<Trans>Import again</Trans>}
        >
          <SameFileText at={row.same_file_at!} by={row.same_file_by} />
        </ConfirmDialog>
      )}
    </>
  );
}

type DockProps = Omit<ImportButtonProps, 'isDisabled'> & { fetching: Fetching };

function Dock({ draft, row, fetching }: DockProps): ReactElement {
  const { check, id, settings } = draft;
  const isChecked = check?.by === 'server' && !check.is_stale && fetching.done !== undefined;
  const failed = check?.counts.failed ?? 0;
  const isImportBlocked = settings.all_or_nothing && failed > 0;
  return (
    <>
      <LinkButton to="/staff/users_imports/$importId/columns" params={{ importId: id }} variant="ghost">
        <Trans>Back</Trans>
      </LinkButton>
      <span className={styles.said}>
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
        <ImportButton draft={draft} row={row} isDisabled={isImportBlocked} />
      ) : (
        <Button isPending={fetching.done === undefined} onPress={fetching.again}>
          <Trans>Check again</Trans>
        </Button>
      )}
    </>
  );
}

type CheckProps = {
  draft: ImportDraft;
  row: ImportRow | null | undefined;
  only: RowFilter | undefined;
  fetching: Fetching;
};

function Check({ draft, row, only, fetching }: CheckProps): ReactElement {
  const { check } = draft;
  if (!check)
    return fetching.done && !fetching.done.ok ? <ErrorNotice error={fetching.done} /> : <Skeleton leading="none" />;
  const shown = only ?? (check.counts.failed > 0 ? 'error' : 'create');
  const { total } = check.counts;
  return (
    <Stack>
      {row?.same_file_at && <SameFileNotice at={row.same_file_at} by={row.same_file_by} />}
      <Section title={<Plural value={total} one="# row checked" other="# rows checked" />}>
        <Stack gap="m">
          <CheckState importId={draft.id} check={check} fetching={fetching} />
          <CheckCounts importId={draft.id} check={check} only={shown} />
        </Stack>
      </Section>
      <Rows draft={draft} only={shown} total={countOf(check, shown)} />
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
  const draft = useLiveQuery(async () => savedImportDraft(db, importId), [db, importId]);
  const row = useLiveQuery(async () => savedImport(db, importId), [db, importId]);
  const fetching = useFetched(importId, () => sync.account('checkImport', importId));
  if (!draft)
    return (
      <ImportFrame step="check">{draft === undefined ? <Skeleton leading="none" /> : <MissingImport />}</ImportFrame>
    );
  return (
    <ImportFrame step="check" dock={<Dock draft={draft} row={row} fetching={fetching} />}>
      <Check draft={draft} row={row} only={only} fetching={fetching} />
    </ImportFrame>
  );
}

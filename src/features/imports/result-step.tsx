import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Section, Stack } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { discardDraft } from './actions.ts';
import { ImportFrame } from './import-frame.tsx';
import styles from './imports.module.css';
import { KeptRows } from './kept-rows.tsx';
import { stateLabels, useIssueText } from './labels.ts';
import { MissingImport } from './missing-import.tsx';
import { saveProblemRows } from './problem-file.ts';
import { savedImportDraft, savedImport, savedCheckRows } from './queries.ts';
import { isRunning, useImportPolling } from './use-import-polling.ts';

const route = getRouteApi('/_member/_staff/staff/users_imports/$importId/result');

function Progress({ row }: { row: ImportRow }): ReactElement {
  const { t } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const { done, total, state, id } = row;
  const label = t(stateLabels[state]);
  return (
    <Card>
      <Stack gap="m">
        <strong role="status">{label}</strong>
        <ProgressBar aria-label={label} value={total === 0 ? 0 : done / total} valueText={t`${done} of ${total}`} />
        <small>
          <Trans>
            {done} of {total} rows. You can leave this screen, the import continues.
          </Trans>
        </small>
        {error && <ErrorNotice error={error} />}
        {state === 'running' && (
          <div>
            <Button
              variant="ghost"
              isPending={isPending}
              onPress={() =>
                void run(() => sync.account('cancelImport', id), t`The import stops after the current rows`)
              }
            >
              <Trans>Cancel import</Trans>
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Counts({ row }: { row: ImportRow }): ReactElement {
  const { t } = useLingui();
  const figures: [string, number][] = [
    [t`New people`, row.created],
    [t`Updated`, row.updated],
    [t`Unchanged`, row.unchanged],
    [t({ message: 'Skipped', context: 'rows of an import' }), row.skipped],
    [t`Errors`, row.failed],
    [t`Warnings`, row.warnings],
  ];
  return (
    <Card>
      <div className={styles.facts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <small>{label}</small>
            <div className={styles.figure}>{value}</div>
          </div>
        ))}
      </div>
    </Card>
  );
}

function UndoButton({ row }: { row: ImportRow }): ReactElement {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { isPending, error, run } = useOnlineAction();
  const undo = async (): Promise<void> => {
    if (await run(() => sync.account('undoImport', row.id), t`The import is being undone`)) setOpen(false);
  };
  return (
    <>
      <Button variant="ghost" onPress={() => setOpen(true)}>
        <Trans>Undo import</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => void undo()}
        isDanger
        isPending={isPending}
        title={<Trans>Undo this import?</Trans>}
        confirmLabel={<Trans>Undo import</Trans>}
      >
        {error && <ErrorNotice error={error} />}
        <Trans>
          New people are removed, and changed details are restored. People that someone has worked with since stay as
          they are.
        </Trans>
      </ConfirmDialog>
    </>
  );
}

/** A button that downloads a file with the rows that were not imported, and the reasons. */
function ProblemsButton({ row }: { row: ImportRow }): ReactElement {
  const { db } = useStore();
  const issueText = useIssueText();
  const { isPending, error, run } = useOnlineAction();
  const { t } = useLingui();
  const download = async (): Promise<void> => {
    if (!(await run(() => sync.account('fetchImportRows', row.id, 'error'), t`Problem rows downloaded`))) return;
    const [saved, draft] = [await savedCheckRows(db, row.id, 'error'), await savedImportDraft(db, row.id)];
    const width = Math.max(0, ...(saved?.rows.map(({ cells }) => cells.length) ?? []));
    const header = draft?.header ?? Array.from({ length: width }, () => '');
    saveProblemRows(row.filename, header, saved?.rows ?? [], issueText);
  };
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Button
        variant="soft"
        isPending={isPending}
        icon={<IconDownload aria-hidden="true" />}
        onPress={() => void download()}
      >
        <Trans>Problem rows (CSV)</Trans>
      </Button>
    </>
  );
}

function Result({ row }: { row: ImportRow }): ReactElement {
  const { t } = useLingui();
  const { state, filename, created, updated, reverted, kept, undo_until } = row;
  const people = created + updated;
  const until = undo_until && formatDateTime(undo_until);
  const isGood = state === 'completed' || (state === 'reverted' && kept === 0);
  return (
    <Stack>
      <Banner
        tone={isGood ? 'info' : state === 'failed' ? 'need' : 'wait'}
        icon={isGood ? <IconCircleCheck /> : <IconAlertTriangle />}
        role="status"
        title={t(stateLabels[state])}
      >
        {state === 'failed' && <Trans>The employee who imports lost access. What was imported stays.</Trans>}
        {state === 'reverted' && (
          <>
            <Plural value={reverted} one="Undone for # person." other="Undone for # people." />{' '}
            {kept > 0 && (
              <Plural
                value={kept}
                one="# person stays, because of changes since."
                other="# people stay, because of changes since."
              />
            )}
          </>
        )}
        {state !== 'reverted' && state !== 'failed' && (
          <>
            <Plural value={people} one="# person" other="# people" /> · {filename}
          </>
        )}
      </Banner>
      <Section title={<Trans>Result</Trans>}>
        <Counts row={row} />
      </Section>
      {state === 'reverted' && kept > 0 && <KeptRows importId={row.id} />}
      <ButtonRow>
        {row.failed > 0 && <ProblemsButton row={row} />}
        {undo_until && <UndoButton row={row} />}
        <LinkButton to="/people" variant="soft">
          <Trans>Open people</Trans>
        </LinkButton>
      </ButtonRow>
      {undo_until && (
        <small>
          <Trans>The import can be undone until {until}</Trans>
        </small>
      )}
    </Stack>
  );
}

function NotStarted({ row }: { row: ImportRow }): ReactElement {
  return (
    <Banner
      tone="wait"
      icon={<IconAlertTriangle />}
      title={<Trans>Not imported yet</Trans>}
      action={
        <LinkButton to="/staff/users_imports/$importId/columns" params={{ importId: row.id }} variant="soft" small>
          <Trans>Continue</Trans>
        </LinkButton>
      }
    >
      <Trans>The file was uploaded, and nothing was imported.</Trans>
    </Banner>
  );
}

/** /staff/users_imports/$importId/result: the last step of an import, with its progress and then its result. */
export function ResultStep(): ReactElement {
  const { db } = useStore();
  const { importId } = route.useParams();
  const row = useLiveQuery(async () => savedImport(db, importId), [db, importId]);
  const fetching = useFetched(importId, () => sync.account('fetchImport', importId));
  useImportPolling(row, fetching);
  const isOver = row != null && !isRunning(row) && row.state !== 'uploaded' && row.state !== 'previewed';
  useEffect(() => {
    // A draft with problems stays until the user discards it, because its column names are needed for the file of rows
    // with problems.
    if (isOver && row.failed === 0) void discardDraft(db, importId);
  }, [db, importId, isOver, row?.failed]);
  const failure = fetching.done && !fetching.done.ok ? fetching.done : null;
  return (
    <ImportFrame step="import">
      <Stack>
        {failure && <ErrorNotice error={failure} />}
        {row === undefined || (row === null && !failure) ? <Skeleton leading="none" /> : null}
        {row === null && failure && <MissingImport />}
        {row && isRunning(row) && <Progress row={row} />}
        {isOver && <Result row={row} />}
        {row && !isOver && !isRunning(row) && <NotStarted row={row} />}
      </Stack>
    </ImportFrame>
  );
}

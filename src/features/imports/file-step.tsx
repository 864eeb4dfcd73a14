import { Trans, useLingui } from '@lingui/react/macro';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { MAX_IMPORT_BYTES } from '../../../contract/imports/fields.ts';
import type { FileFailure } from '../../bridge/import-api.ts';
import { sync } from '../../bridge/sync.ts';
import { useSharedFiles } from '../../hooks/use-shared-files.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ImportFrame } from './import-frame.tsx';
import styles from './imports.module.css';
import { fileErrorLabels } from './labels.ts';

const route = getRouteApi('/_member/_staff/staff/users_imports/new');

const tooLarge: FileFailure = { ok: false, why: 'file', code: 'file_too_large', line: null };

/** Explains why a file cannot be read, and on which line the problem is. */
export function FileFailureNotice({ failure }: { failure: FileFailure }): ReactElement {
  const { t } = useLingui();
  const { code, line } = failure;
  return (
    <Banner tone="need" icon={<IconAlertTriangle />} role="alert" title={t(fileErrorLabels[code])}>
      {line !== null && <Trans>Line {line}.</Trans>} <Trans>Nothing was imported.</Trans>
    </Banner>
  );
}

/** Reads a chosen file, or one that another app has shared, and opens the next step of the import. */
function useFile() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FileFailure | 'unread' | null>(null);
  const open = async (file: File | undefined, onOpened?: () => Promise<void>): Promise<void> => {
    if (!file || isBusy) return;
    if (file.size > MAX_IMPORT_BYTES) return setFailure(tooLarge);
    setBusy(true);
    setFailure(null);
    try {
      const result = await sync.account('openImport', file.name, await file.arrayBuffer());
      if (result.ok) {
        await onOpened?.();
        const to = '/staff/users_imports/$importId/columns';
        await navigate({ to, params: { importId: result.id }, replace: onOpened !== undefined });
        return undefined;
      }
      setFailure(result.why === 'file' ? result : 'unread');
    } catch {
      setFailure('unread');
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  useSharedFiles({ share: route.useSearch().share, kind: 'csv' }, ([file], drop) => {
    if (file) void open(file, drop);
    else setFailure('unread');
  });
  return { isBusy, failure, open };
}

/** /staff/users_imports/new: the first step of an import, in which the file is chosen. Works offline. */
export function FileStep(): ReactElement {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { isBusy, failure, open } = useFile();
  return (
    <ImportFrame step="file">
      <Stack>
        {failure === 'unread' && (
          <Banner
            tone="need"
            icon={<IconAlertTriangle />}
            role="alert"
            title={<Trans>This file could not be read. Choose it again.</Trans>}
          />
        )}
        {failure !== null && failure !== 'unread' && <FileFailureNotice failure={failure} />}
        <div
          className={styles.drop}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void open(event.dataTransfer.files[0]);
          }}
        >
          <IconFileImport size={40} stroke="1.5" aria-hidden="true" />
          <p>
            <Trans>A CSV file with one person per row, of at most 10 MB, 20,000 rows and 60 columns.</Trans>
          </p>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            hidden
            aria-label={t`CSV file`}
            onChange={({ target }) => {
              void open(target.files?.[0]);
              target.value = '';
            }}
          />
          <Button isPending={isBusy} onPress={() => input.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
          <small>
            <Trans>Nothing is imported until you have checked the rows. This works offline, too.</Trans>
          </small>
        </div>
      </Stack>
    </ImportFrame>
  );
}

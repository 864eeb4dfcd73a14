import { Trans, useLingui } from '@lingui/react/macro';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../../contract/entities/person.ts';
import { sync } from '../../../bridge/sync.ts';
import { saveBlob } from '../../../components/media/save-file.ts';
import { isUndoable } from '../../../db/outbox/entry.ts';
import { useSavedToast } from '../../../components/sync/saved-toast.ts';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { useUndo } from '../../../hooks/use-undo.ts';
import { useSingleFlight, useWriteAction } from '../../../hooks/use-write-action.ts';
import { formatBytes } from '../../../lib/intl-formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Section, Stack } from '../../../ui/card.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { addFile, removeFile } from './actions.ts';
import { AddFiles } from './add-files.tsx';
import { FileIcon } from './file-icon.tsx';
import { fileNameFor } from './prepare-file.ts';
import { savedPartnerFiles, type FileState } from './queries.ts';

/**
 * Returns a function that saves a partner's file outside of the app; a file that is not on this device is downloaded
 * first.
 */
function useSaveFile(): (file: FileState['file']) => Promise<void> {
  const { t } = useLingui();
  const { db } = useStore();
  return async ({ sha256, name }) => {
    const isHere = (await db.blobs.get(sha256)) !== undefined;
    const fetched = isHere || (await sync.fetchBlob(sha256)).ok;
    const blob = fetched ? await db.blobs.get(sha256) : undefined;
    if (blob) saveBlob(fileNameFor(name, blob.mime), new Blob([blob.data], { type: blob.mime }));
    else toast(t`The file could not be downloaded. Try again later.`, { tone: 'error' });
  };
}

/** Returns a function that removes a partner's file. If the file has not been sent yet, its write is undone. */
function useRemoval(person: Person): (state: FileState) => Promise<unknown> {
  const { t } = useLingui();
  const store = useStore();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const runOnce = useSingleFlight();
  return ({ file, badge }) =>
    runOnce(async () => {
      const unsent = badge?.entries.find(isUndoable);
      if (unsent && (await store.undo(unsent.op_id))) return;
      const op_id = await removeFile(store, person, file);
      showSavedToast(op_id, t`File removed`, () => undo(op_id));
    });
}

interface FileRowProps {
  state: FileState;
  onRemove: () => void;
}

function FileRow({ state: { file, isHere, badge }, onRemove }: FileRowProps): ReactElement {
  const { t } = useLingui();
  const save = useSaveFile();
  const runOnce = useSingleFlight();
  const [title, size] = [file.name, formatBytes(file.bytes)];
  // A file that the server has rejected cannot be removed here; the sync centre offers the possible actions.
  const isRefused = badge?.state === 'rejected' || badge?.state === 'blocked';
  return (
    <Row
      leading={<FileIcon mime={file.mime} />}
      title={title}
      wrapTitle
      subtitle={isHere ? t`${size}, on this device` : t`${size}, not on this device`}
      meta={<RowSyncBadge badge={badge} />}
      trailing={
        <MenuButton
          aria-label={t`Actions for ${title}`}
          actions={[
            { key: 'save', label: t`Download`, onPress: () => void runOnce(() => save(file)) },
            ...(isRefused ? [] : [{ key: 'remove', label: t`Remove`, writes: true, onPress: onRemove }]),
          ]}
        >
          <IconDots aria-hidden="true" />
        </MenuButton>
      }
    />
  );
}

/** The files of a partner with their state: on this device, not sent yet, or rejected. */
export function PartnerFiles({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const files = useLiveQuery(async () => savedPartnerFiles(store.db, person), [store.db, person]);
  const remove = useRemoval(person);
  const [removed, setRemoved] = useState<FileState | null>(null);
  const count = person.partner_files?.length ?? 0;
  const name = removed?.file.name ?? '';
  return (
    <Section title={<Trans>Files</Trans>} level={3}>
      <Stack gap="m">
        {!files && <Skeleton rows={1} />}
        {files?.length === 0 && (
          <small>
            <Trans>No files yet.</Trans>
          </small>
        )}
        {files && files.length > 0 && (
          <List aria-label={t`Files`}>
            {files.map((state) => (
              <FileRow key={state.file.sha256} state={state} onRemove={() => setRemoved(state)} />
            ))}
          </List>
        )}
        <AddFiles count={count} onAdd={(file) => step(() => addFile(store, person, file), t`File added`)} />
      </Stack>
      {removed && (
        <ConfirmDialog
          isOpen
          title={t`Remove ${name}?`}
          confirmLabel={t`Remove`}
          onConfirm={() => {
            setRemoved(null);
            void remove(removed);
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Section>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { isResolvable } from '../../conflicts/conflict-model.ts';
import { useConflictTitle } from '../../conflicts/conflict-labels.ts';
import { ConflictButton } from '../../conflicts/open-conflict.tsx';
import { ErrorText } from '../error/error-text.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { RowSyncBadge } from './row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { attentionStates, isUndoable, type Entry } from '../../db/outbox/entry.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';

function StuckAction({ entry }: { entry: Entry }): ReactElement {
  const store = useStore();
  const toastError = useWriteError();
  if (isResolvable(entry)) return <ConflictButton entry={entry} />;
  if (entry.state === 'parked') {
    return (
      <Button small variant="soft" writes onPress={() => void store.retry(entry.op_id).catch(toastError)}>
        <Trans>Try again</Trans>
      </Button>
    );
  }
  return (
    <LinkButton small variant="soft" to="/sync">
      <Trans>Sync centre</Trans>
    </LinkButton>
  );
}

/**
 * Explains why a write is stuck; for a conflict, names the authors of the two versions. Shows nothing for a rejection,
 * because the badge explains it.
 */
function StuckText({ entry }: { entry: Entry }): ReactNode {
  const conflictTitle = useConflictTitle();
  if (isResolvable(entry)) return conflictTitle(entry);
  return entry.error?.code && entry.state !== 'rejected' && <ErrorText code={entry.error.code} />;
}

/** Whether one of the unsent changes of a record needs the user's attention. */
export const isStuck = (badge: RowBadge | undefined): boolean =>
  badge?.entries.some(({ state }) => attentionStates.includes(state)) ?? false;

function UndoAction({ entry }: { entry: Entry }): ReactElement {
  const undo = useUndo();
  return (
    <Button small variant="soft" onPress={() => undo(entry.op_id)}>
      <Trans>Undo</Trans>
    </Button>
  );
}

/** The changes of a record that have not reached the server, with their actions. */
export function PendingChanges({ badge }: { badge: RowBadge | undefined }): ReactElement | null {
  if (!badge) return <RowSyncBadge badge={badge} />;
  const stuckEntry = badge.entries.find(({ state }) => attentionStates.includes(state));
  const last = badge.entries.findLast(isUndoable);
  const title = <RowSyncBadge badge={badge} />;
  if (stuckEntry) {
    return (
      <Banner tone="need" title={title} action={<StuckAction entry={stuckEntry} />}>
        <StuckText entry={stuckEntry} />
      </Banner>
    );
  }
  return (
    <Banner tone="wait" title={title} action={last && <UndoAction entry={last} />}>
      <Trans>Saved on this device. Will be sent.</Trans>
    </Banner>
  );
}

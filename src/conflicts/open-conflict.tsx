import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Entry } from '../db/outbox/entry.ts';
import { Button, TextButton } from '../ui/button.tsx';
import { isResolvable } from './conflict-model.ts';
import { SyncBadge } from '../components/sync/sync-badge.tsx';

const LazySheet = lazy(() => import('./conflict-sheet.tsx').then(({ ConflictSheet }) => ({ default: ConflictSheet })));

/** The sheet of one conflict, open while `entry` is set. Its code loads on first use. */
export function OpenConflict({ entry, onClose }: { entry: Entry | null; onClose: () => void }): ReactElement | null {
  if (!entry) return null;
  return (
    <Suspense>
      <LazySheet key={entry.op_id} entry={entry} onClose={onClose} />
    </Suspense>
  );
}

/**
 * A button in the list of changes that need attention. It opens the sheet in which the user chooses between two
 * versions.
 */
export function ConflictButton({ entry }: { entry: Entry }): ReactElement {
  const [open, setOpen] = useState<Entry | null>(null);
  return (
    <>
      <Button small variant="soft" onPress={() => setOpen(entry)}>
        <Trans>Choose</Trans>
      </Button>
      <OpenConflict entry={open} onClose={() => setOpen(null)} />
    </>
  );
}

/**
 * The badge of a record with a conflict. If the user can resolve the conflict, pressing the badge opens the sheet in
 * which they do so.
 */
export function ConflictBadge({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState<Entry | null>(null);
  if (!isResolvable(entry)) return <SyncBadge state="conflict" />;
  return (
    <>
      <TextButton aria-label={t`Two versions: choose one`} onPress={() => setOpen(entry)}>
        <SyncBadge state="conflict" />
      </TextButton>
      <OpenConflict entry={open} onClose={() => setOpen(null)} />
    </>
  );
}

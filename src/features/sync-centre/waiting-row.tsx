import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { SyncBadge } from '../../components/sync/sync-badge.tsx';
import { blockerOf, blockerLabel } from '../../components/sync/blockers.ts';
import { type Entry, isUndoable } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { TextLink, TextButton } from '../../ui/button.tsx';
import { Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './sync.module.css';
import { useWriteTitle } from './use-write-title.ts';
import { textInWrite, attemptsLabel, type WaitingReason, waitingReasonText } from './labels.ts';

const LazyDetails = lazy(() => import('./details-sheet.tsx').then(({ DetailsSheet }) => ({ default: DetailsSheet })));

/** Whether an unsent write can be changed in the form of its record. */
const hasForm = (entry: Entry): boolean =>
  (entry.kind === 'contact.create' || entry.kind === 'contact.edit') && isUndoable(entry);

function WaitingActions({
  entry,
  title,
  canSendFirst,
}: {
  entry: Entry;
  title: string;
  canSendFirst: boolean;
}): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [open, setOpen] = useState<Entry | null>(null);
  const sendFirst = async (): Promise<void> => {
    await store.sendFirst(entry.op_id);
    toast(t`This will be sent first`);
  };
  return (
    <div className={styles.actions}>
      {hasForm(entry) && (
        <TextLink to="/contacts/$contactId/edit" params={{ contactId: entry.entity_id }} aria-label={t`Edit: ${title}`}>
          <Trans>Edit</Trans>
        </TextLink>
      )}
      {canSendFirst && (
        <TextButton aria-label={t`Send first: ${title}`} onPress={() => void sendFirst().catch(toastError)}>
          <Trans>Send first</Trans>
        </TextButton>
      )}
      <TextButton aria-label={t`Details: ${title}`} onPress={() => setOpen(entry)}>
        <Trans>Details</Trans>
      </TextButton>
      {open && (
        <Suspense>
          <LazyDetails entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}

export interface WaitingRowProps {
  entry: Entry;
  all: readonly Entry[];
  /** Earlier unsent writes to the same record, which are sent first. */
  before: readonly Entry[];
  context: Omit<WaitingReason, 'isBehind'>;
}

/** One unsent write with its title, time, size, reason for waiting and actions. */
export function WaitingRow({ entry, all, before, context }: WaitingRowProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const titleOf = useWriteTitle();
  const blocker = blockerOf(entry, all);
  const isBehind = before.some(({ lane }) => lane === entry.lane);
  const why = blocker ? null : waitingReasonText(entry, { ...context, isBehind });
  const size = formatBytes(entry.size_bytes);
  const facts = [formatRecent(entry.at_client, context.now), size, attemptsLabel(entry), why].filter(
    (fact) => fact !== null,
  );
  const ownText = entry.kind === 'comment.add' || entry.kind === 'comment.edit' ? textInWrite(entry.args) : null;
  const title = titleOf({ kind: entry.kind, title: ownText ?? entry.title });
  const undo = async (): Promise<void> => {
    const done = await store.undo(entry.op_id);
    toast(done ? t`Undone` : t`Already being sent`);
  };
  const hasOtherLanes = all.some((other) => other.lane !== entry.lane);
  const canSendFirst = hasOtherLanes && entry.state !== 'sending' && !isBehind && (entry.priority ?? 0) === 0;
  return (
    <Row
      title={title}
      subtitle={facts.join(', ')}
      {...(entry.state === 'sending' && { badge: <SyncBadge state="sending" /> })}
      meta={
        <>
          {blocker && <SyncBadge state="waiting_dep" waitsFor={blockerLabel(blocker)} />}
          <WaitingActions entry={entry} title={title} canSendFirst={canSendFirst} />
        </>
      }
      {...(isUndoable(entry) && {
        trailing: (
          <TextButton onPress={() => void undo().catch(toastError)}>
            <Trans>Undo</Trans>
          </TextButton>
        ),
      })}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsWriteSupported } from '../../hooks/use-is-write-supported.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Bubble, BubbleFoot, BubbleText } from '../../ui/bubble.tsx';
import { TextButton } from '../../ui/button.tsx';
import { addComment, deleteComment, editComment } from './actions.ts';
import { CommentEdit } from './comment-edit.tsx';
import styles from './comments.module.css';
import { LinkedText } from './linked-text.tsx';
import { isEditable, type ThreadComment } from './queries.ts';

/** Minimum difference between device time and server time at which a comment shows both. */
const DRIFT_MS = 5 * 60_000;

interface BubbleProps {
  item: ThreadComment;
  /**
   * The current time by the clock that dated the comment: the device's for an unsent comment, otherwise the server's.
   */
  now: number;
  /** Called when the user has deleted the comment, with the op id of the write that deletes it. */
  onDeleted?: (id: string, op_id: string) => void;
}

/** One comment with its actions. */
export function CommentBubble({ item, now, onDeleted }: BubbleProps): ReactElement {
  const { actor } = useStore();
  const { comment, badge, isUnsent, isDetached } = item;
  const isOwn = comment.author_id === actor.user_id;
  return (
    <Bubble
      data-comment={comment.id}
      who={isOwn ? <Trans>You</Trans> : comment.author_name}
      when={<CommentTime item={item} now={now} />}
      marks={<RowSyncBadge badge={badge} />}
      inset={comment.parent === null || isDetached ? undefined : 'start'}
      isUnsent={isUnsent}
    >
      {comment.removed_at === null ? (
        <BubbleText>
          <LinkedText text={comment.text} />
        </BubbleText>
      ) : (
        <p className={styles.deleted}>
          <Trans>Comment deleted</Trans>
        </p>
      )}
      <CommentActions item={item} isOwn={isOwn} now={now} {...(onDeleted && { onDeleted })} />
    </Bubble>
  );
}

function CommentTime({ item: { comment, isUnsent, isDetached }, now }: BubbleProps): ReactElement {
  const drift = Math.abs(Date.parse(comment.claimed_at) - Date.parse(comment.created_at));
  const written = formatDayTime(comment.claimed_at);
  return (
    <>
      {formatAgo(comment.created_at, now)}
      {!isUnsent && drift > DRIFT_MS && <Trans>, written {written}</Trans>}
      {comment.edited_at !== null && comment.removed_at === null && <Trans>, edited</Trans>}
      {isDetached && <Trans>, reply to an older comment</Trans>}
    </>
  );
}

function CommentActions({ item, isOwn, now, onDeleted }: BubbleProps & { isOwn: boolean }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const undo = useUndo();
  const isSupported = useIsWriteSupported();
  const [open, setOpen] = useState<'edit' | 'reply' | null>(null);
  const { comment, badge, isUnsent } = item;
  const close = (): void => setOpen(null);
  const remove = async (): Promise<void> => {
    const op_id = await deleteComment(store, comment.id, comment.text);
    onDeleted?.(comment.id, op_id);
  };
  const last = badge?.entries.findLast(isUndoable);
  if (open === 'edit') {
    // Saving an unchanged text closes the editor without a write.
    const save = async (text: string): Promise<unknown> =>
      text.trim() === comment.text || editComment(store, comment.id, text);
    return (
      <CommentEdit
        draft={`comment-edit:${comment.id}`}
        label={t`Edit comment`}
        text={comment.text}
        saveLabel={t`Save`}
        onSave={save}
        onClose={close}
      />
    );
  }
  if (open === 'reply') {
    const save = (text: string): Promise<string> =>
      addComment(store, comment.thread, text, comment.parent ?? comment.id);
    return (
      <CommentEdit
        draft={`comment-reply:${comment.id}`}
        label={t`Your reply`}
        text=""
        saveLabel={t`Reply`}
        onSave={save}
        onClose={close}
      />
    );
  }
  const canEdit = isOwn && isEditable(comment, now) && isSupported('comment.edit');
  const canDelete = isOwn && !isUnsent && comment.removed_at === null && isSupported('comment.delete');
  const canReply = !isOwn && comment.removed_at === null;
  if (!last && !canEdit && !canDelete && !canReply) return null;
  return (
    <BubbleFoot>
      {last && <TextButton onPress={() => undo(last.op_id)}>{t`Undo`}</TextButton>}
      {canEdit && <TextButton writes onPress={() => setOpen('edit')}>{t`Edit`}</TextButton>}
      {canDelete && (
        <TextButton writes onPress={() => void remove().catch(toastError)}>
          {t`Delete`}
        </TextButton>
      )}
      {canReply && <TextButton writes onPress={() => setOpen('reply')}>{t`Reply`}</TextButton>}
    </BubbleFoot>
  );
}

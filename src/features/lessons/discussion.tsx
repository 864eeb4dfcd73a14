import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { SyncBadge } from '../../components/sync/sync-badge.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import type { Entry } from '../../db/outbox/entry.ts';
import { Bubble, BubbleFoot, BubbleText, Thread } from '../../ui/bubble.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CommentBubble } from './comment-bubble.tsx';
import { savedThread, type Thread as ThreadOfComments } from './queries.ts';
import { useNewComment } from './use-new-comment.ts';
import { useOlderComments, type OlderComments } from './use-older-comments.ts';

const PAGE_SIZE = 50;

/** A comment of the user that the server rejected, with its text and the reason. */
function RefusedBubble({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const { text } = entry.args as { text: string };
  return (
    <Bubble
      who={<Trans>You</Trans>}
      marks={<SyncBadge state={entry.state} reason={entry.error?.code} />}
      tone="refused"
    >
      <BubbleText>{text}</BubbleText>
      <BubbleFoot>
        <TextLink to="/sync">{t`View in sync centre`}</TextLink>
      </BubbleFoot>
    </Bubble>
  );
}

const olderTexts = { offline: msg`Older comments need a connection.` };

/** Fetches older comments, which are not on this device; shows nothing if there are none. */
function OlderButton({ thread, older }: { thread: ThreadOfComments; older: OlderComments }): ReactElement | null {
  const { oldest, comments } = thread;
  if (oldest === null) return null;
  return (
    <>
      <Button
        variant="ghost"
        wide
        isPending={older.isPending}
        onPress={() =>
          older.load(
            oldest,
            comments.flatMap(({ comment, isUnsent }) => (isUnsent ? [] : [comment])),
          )
        }
      >
        <Trans>Show older comments</Trans>
      </Button>
      {/* The error is below the button, so that the button stays in its place for the next attempt. */}
      {older.error && <ErrorNotice error={older.error} text={olderTexts} />}
    </>
  );
}

export interface DiscussionProps {
  thread: string;
  title: ReactNode;
  /** The composer of comments, on screens that have no bar for it. */
  children?: ReactNode;
}

/** A thread of comments, oldest first, unsent ones last. */
export function Discussion({ thread, title, children }: DiscussionProps): ReactElement {
  const { i18n } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const offset = useSyncState()?.status.clock_offset_ms ?? 0;
  const list = useRef<HTMLUListElement>(null);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const older = useOlderComments(thread);
  const { fetched } = older;
  const savedComments = useLiveQuery(async () => savedThread(db, thread, limit, fetched), [db, thread, limit, fetched]);
  useNewComment(list, savedComments);
  const count = savedComments ? savedComments.comments.length + savedComments.hidden : undefined;
  return (
    <Section title={title} end={savedComments?.oldest ? `${i18n.number(count ?? 0)}+` : count}>
      {!savedComments && <Skeleton rows={2} leading="none" />}
      {savedComments && (
        <Stack>
          {savedComments.hidden > 0 && (
            <Button variant="ghost" wide onPress={() => setLimit(limit + PAGE_SIZE)}>
              <Trans>Show earlier</Trans>
            </Button>
          )}
          <OlderButton thread={savedComments} older={older} />
          {count === 0 && savedComments.refused.length === 0 && (
            <small>
              <Trans>No comments yet. What do you think?</Trans>
            </small>
          )}
          <Thread ref={list}>
            {savedComments.comments.map((item) => (
              <CommentBubble
                key={item.comment.id}
                item={item}
                now={item.isUnsent ? now : now + offset}
                onDeleted={older.noteDeletion}
              />
            ))}
            {savedComments.refused.map((entry) => (
              <RefusedBubble key={entry.op_id} entry={entry} />
            ))}
          </Thread>
          {children}
        </Stack>
      )}
    </Section>
  );
}

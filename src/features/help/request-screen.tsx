import { Trans, useLingui } from '@lingui/react/macro';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Ticket, TicketMessage } from '../../../contract/entities/ticket.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedTicket, type TicketView } from '../../db/queries/tickets.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton, TextButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './help.module.css';
import { ReplyBox } from './reply-box.tsx';
import { mayRunTicketCommand, RequestActions } from './request-steps.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import {
  rejectReasonLabels,
  ticketStateTones,
  requestStateLabels,
  ticketTypeLabels,
} from '../../components/ticket/ticket-labels.ts';
import { sync } from '../../bridge/sync.ts';
import { TicketBubble, TicketThread } from '../../components/ticket/ticket-bubble.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { isUndoable } from '../../db/outbox/entry.ts';

function Bubble({ message, badge }: { message: TicketMessage; badge: RowBadge | undefined }): ReactElement {
  const { t } = useLingui();
  const undo = useUndo();
  // Only replies can be undone: undoing the first message would remove the request, for which there is a separate
  // cancel action.
  const last = badge?.entries.findLast((entry) => isUndoable(entry) && entry.kind === 'ticket.reply');
  const foot = last && <TextButton onPress={() => undo(last.op_id)}>{t`Undo`}</TextButton>;
  return <TicketBubble message={message} badge={badge} fetchPhoto={sync.fetchBlob} foot={foot} />;
}

/** The messages of a help request, oldest first. */
function Conversation({ view: { ticket, unsent } }: { view: TicketView }): ReactElement {
  return (
    <TicketThread>
      {ticket.messages.map((message) => (
        <Bubble key={message.id} message={message} badge={unsent.get(message.id)} />
      ))}
    </TicketThread>
  );
}

/** Explains to the author what the status of the help request means, if that is not obvious. */
function StateNotice({ ticket }: { ticket: Ticket }): ReactElement | null {
  const { t } = useLingui();
  const { reason, reject_reason, rating, responsible_name } = ticket;
  switch (ticket.state) {
    case 'new':
      return (
        <Banner>
          <Trans>We will reply here. You can add more in the meantime.</Trans>
        </Banner>
      );
    case 'taken':
      return responsible_name ? (
        <Banner>
          <Trans>{responsible_name} is handling this.</Trans>
        </Banner>
      ) : null;
    case 'resolved':
      return (
        <Banner tone="wait" title={<Trans>Did this help?</Trans>}>
          <Trans>If not, tell us what is missing. Without a reply, the request closes after 14 days.</Trans>
        </Banner>
      );
    case 'rejected':
      return (
        <Banner tone="need" title={<Trans>This request was rejected</Trans>}>
          {[reject_reason && t(rejectReasonLabels[reject_reason]), reason].filter(Boolean).join('. ')}
        </Banner>
      );
    case 'cancelled':
      return (
        <Banner tone="quiet" title={<Trans>You cancelled this request</Trans>}>
          {reason}
        </Banner>
      );
    case 'closed':
      return rating ? (
        <Banner tone="quiet" title={<Trans>You rated the help: {rating.stars} of 5</Trans>}>
          {rating.comment}
        </Banner>
      ) : null;
    default:
      return null;
  }
}

function Request({ view }: { view: TicketView }): ReactElement {
  const { t } = useLingui();
  const { ticket, steps } = view;
  const { number, previous_id, duplicate_of } = ticket;
  const createdAt = formatDayTime(ticket.created_at);
  return (
    <Stack>
      <div className={styles.details}>
        <Badge tone={ticketStateTones[ticket.state]}>{t(requestStateLabels[ticket.state])}</Badge>
        <span>{number === null ? <Trans>No number yet</Trans> : <Trans>No. {number}</Trans>}</span>
        <span>{t(ticketTypeLabels[ticket.type])}</span>
        <span>{createdAt}</span>
        <RowSyncBadge badge={steps} />
      </div>
      {previous_id && (
        <p>
          <LinkButton small variant="plain" to="/help/$ticketId" params={{ ticketId: previous_id }}>
            <Trans>Previous request</Trans>
          </LinkButton>
        </p>
      )}
      <Conversation view={view} />
      <StateNotice ticket={ticket} />
      {duplicate_of && (
        <p>
          <LinkButton small variant="plain" to="/help/$ticketId" params={{ ticketId: duplicate_of }}>
            <Trans>Original request</Trans>
          </LinkButton>
        </p>
      )}
      {mayRunTicketCommand(ticket, 'reply') && <ReplyBox key={ticket.id} ticket={ticket} />}
      <RequestActions ticket={ticket} />
    </Stack>
  );
}

function Missing(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState
      icon={<IconHelpCircle aria-hidden="true" />}
      action={
        <LinkButton to="/help">
          <Trans>All requests</Trans>
        </LinkButton>
      }
    >
      {hasSyncedOnce ? (
        <Trans>This request is not on this device.</Trans>
      ) : (
        <Trans>Your requests haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

/** /help/{id}: one help request with its messages, read from this device only. */
export function RequestScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { ticketId: id } = useParams({ from: '/_member/help/$ticketId' });
  const view = useLiveQuery(async () => savedTicket(db, id), [db, id]);
  return (
    <Screen
      title={view?.ticket.subject ?? t`Request`}
      documentTitle={t`Request`}
      back={<BackLink to="/help">{t`Help`}</BackLink>}
      narrow
    >
      {view === undefined && <Skeleton leading="none" />}
      {view === null && <Missing />}
      {view && <Request view={view} />}
    </Screen>
  );
}

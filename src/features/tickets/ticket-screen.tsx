import { Trans, useLingui } from '@lingui/react/macro';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { StaffMessage, StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { sync } from '../../bridge/sync.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { TicketBubble, TicketThread } from '../../components/ticket/ticket-bubble.tsx';
import {
  deliveryTones,
  deliveryLabels,
  ticketStateTones,
  ticketStateLabels,
  ticketTypeLabels,
} from '../../components/ticket/ticket-labels.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import { savedStaffTicket, type StaffTicketView } from '../../db/queries/staff-tickets.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton, TextLink, TextButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Columns } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AuthorPanel } from './author-panel.tsx';
import { Composer } from './composer.tsx';
import { DueLabel } from '../../components/ticket/due-labels.tsx';
import { LostClaims } from './lost-claims.tsx';
import { TicketNotice } from './ticket-notice.tsx';
import { TicketActions } from './ticket-steps.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './tickets.module.css';

function Bubble({ message, badge }: { message: StaffMessage; badge: RowBadge | undefined }): ReactElement {
  const { t } = useLingui();
  const undo = useUndo();
  const { delivery, internal } = message;
  const last = badge?.entries.findLast(isUndoable);
  const mark = internal && <Badge>{t`Internal note`}</Badge>;
  const foot = (last ?? delivery) && (
    <>
      {delivery && <Badge tone={deliveryTones[delivery]}>{t(deliveryLabels[delivery])}</Badge>}
      {last && <TextButton onPress={() => undo(last.op_id)}>{t`Undo`}</TextButton>}
    </>
  );
  return (
    <TicketBubble
      message={message}
      badge={badge}
      fetchPhoto={sync.fetchBlob}
      isInternal={internal}
      mark={mark}
      foot={foot}
    />
  );
}

function TicketDetails({
  view: { ticket, steps, isRequested },
  now,
}: {
  view: StaffTicketView;
  now: number;
}): ReactElement {
  const { t } = useLingui();
  const { number, state, type, author_id, author_name, created_at } = ticket;
  return (
    <div className={styles.details}>
      <Badge tone={ticketStateTones[state]}>{t(ticketStateLabels[state])}</Badge>
      {number !== null && (
        <span>
          <Trans>No. {number}</Trans>
        </span>
      )}
      <span>{t(ticketTypeLabels[type])}</span>
      {author_id === null ? (
        <span>{author_name}</span>
      ) : (
        <TextLink to="/user/view-details/$personId" params={{ personId: author_id }}>
          {author_name}
        </TextLink>
      )}
      <span>{formatDayTime(created_at)}</span>
      <DueLabel ticket={ticket} now={now} hasTime />
      {!isRequested && <RowSyncBadge badge={steps} />}
    </div>
  );
}

/** Whether the employee sees the conversation and its author. */
const isInFull = ({ access }: StaffTicket): boolean => access === 'own' || access === 'team';

function Ticket({ view }: { view: StaffTicketView }): ReactElement {
  const now = useNow('minute');
  const { ticket, unsent, isRequested } = view;
  const isSeen = isInFull(ticket);
  const conversation = (
    <Stack>
      <TicketDetails view={view} now={now} />
      <TicketNotice view={view} now={now} />
      {ticket.messages.length > 0 && (
        <TicketThread>
          {ticket.messages.map((message) => (
            <Bubble key={message.id} message={message} badge={unsent.get(message.id)} />
          ))}
        </TicketThread>
      )}
      {isSeen && <Composer key={ticket.id} ticket={ticket} />}
      {!isRequested && <TicketActions view={view} />}
    </Stack>
  );
  // `LostClaims` comes first: until it is loaded, it hides everything below it, which must include the author's panel.
  return (
    <Stack>
      <LostClaims only={ticket.id} />
      {isSeen ? (
        <Columns side={<AuthorPanel key={ticket.id} view={view} now={now} />}>{conversation}</Columns>
      ) : (
        conversation
      )}
    </Stack>
  );
}

function Missing(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState
      icon={<IconTicket aria-hidden="true" />}
      action={
        <LinkButton to="/tickets">
          <Trans>All tickets</Trans>
        </LinkButton>
      }
    >
      {hasSyncedOnce ? (
        <Trans>This ticket is not on this device.</Trans>
      ) : (
        <Trans>Tickets haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

/** /user/new-request/{ticketId}: one ticket with its messages, read from this device only. */
export function TicketScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { ticketId } = useParams({ from: '/_member/_staff/user/new-request/$ticketId' });
  const view = useLiveQuery(async () => savedStaffTicket(db, ticketId), [db, ticketId]);
  return (
    <Screen
      title={view?.ticket.subject ?? t`Ticket`}
      documentTitle={t`Ticket`}
      back={<BackLink to="/tickets">{t`Tickets`}</BackLink>}
      narrow={!view || !isInFull(view.ticket)}
    >
      {view === undefined && <Skeleton leading="none" />}
      {view === null && (
        <Stack>
          <LostClaims only={ticketId} />
          <Missing />
        </Stack>
      )}
      {view && <Ticket view={view} />}
    </Screen>
  );
}

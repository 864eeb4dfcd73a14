import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { priorityLabels } from '../../components/task/task-result-labels.ts';
import { ticketStateTones, ticketStateLabels, ticketTypeLabels } from '../../components/ticket/ticket-labels.ts';
import type { StaffTicketCard } from '../../db/queries/staff-tickets.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RowLink } from '../../ui/list.tsx';
import { DueLabel } from '../../components/ticket/due-labels.tsx';
import styles from './tickets.module.css';
import { useClaimTicket } from './use-take.ts';

/** A ticket in a list: subject, age, deadline and one button. */
export function TicketRow({ card, now }: { card: StaffTicketCard; now: number }): ReactElement {
  const { t } = useLingui();
  const claimTicket = useClaimTicket();
  const { ticket, badge, isRequested } = card;
  const { number, type, priority, state, access, author_name, responsible_name } = ticket;
  const isHighPriority = priority === 'high' || priority === 'urgent';
  const facts = [
    number !== null && t`No. ${number}`,
    t(ticketTypeLabels[type]),
    author_name,
    formatAgo(ticket.created_at, now),
  ];
  return (
    <RowLink
      to="/user/new-request/$ticketId"
      params={{ ticketId: ticket.id }}
      title={ticket.subject}
      wrapTitle
      subtitle={facts.filter(Boolean).join(' · ')}
      meta={
        <span className={styles.meta}>
          {access === 'free' && ticket.preview && <span className={styles.preview}>{ticket.preview}</span>}
          <DueLabel ticket={ticket} now={now} />
          {isHighPriority && (
            <Badge tone={priority === 'urgent' ? 'need' : 'wait'}>{t(priorityLabels[priority])}</Badge>
          )}
          {access === 'team' && responsible_name && <small>{responsible_name}</small>}
          {!isRequested && <RowSyncBadge badge={badge} />}
        </span>
      }
      badge={
        isRequested ? (
          <Badge tone="wait">
            <Trans>Requested</Trans>
          </Badge>
        ) : (
          // All unassigned tickets are new, so a "New" badge would add nothing.
          access !== 'free' && <Badge tone={ticketStateTones[state]}>{t(ticketStateLabels[state])}</Badge>
        )
      }
      {...(access === 'free' &&
        !isRequested && {
          trailing: (
            <Button
              small
              variant="soft"
              aria-label={t`Take ticket “${ticket.subject}”`}
              writes
              onPress={() => void claimTicket(ticket)}
            >
              <Trans>Take</Trans>
            </Button>
          ),
        })}
    />
  );
}

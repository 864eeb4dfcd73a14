import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { rejectReasonLabels } from '../../components/ticket/ticket-labels.ts';
import type { StaffTicketView } from '../../db/queries/staff-tickets.ts';
import { formatDayTime, formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import styles from './tickets.module.css';
import { useClaimTicket } from './use-take.ts';

/** Shows, before a reply is typed, that the ticket is assigned to another employee. */
function TakenByOther({ ticket, now }: { ticket: StaffTicket; now: number }): ReactElement {
  const { responsible_name, taken_at } = ticket;
  return (
    <Banner
      tone="need"
      role="status"
      title={<Trans>Ticket is already taken by another employee</Trans>}
      action={
        <LinkButton small variant="soft" to="/tickets" search={{ list: 'free' }}>
          <Trans>Unassigned tickets</Trans>
        </LinkButton>
      }
    >
      {[responsible_name, taken_at && formatRecent(taken_at, now)].filter(Boolean).join(', ')}
    </Banner>
  );
}

function FreeTicketNotice({ view: { ticket, isRequested } }: { view: StaffTicketView }): ReactElement {
  const claimTicket = useClaimTicket();
  if (isRequested)
    return (
      <Banner tone="wait" role="status" title={<Trans>Requested</Trans>}>
        <Trans>Not yours yet. Once the server confirms, you can read it and reply.</Trans>
      </Banner>
    );
  return (
    <Card>
      <Stack gap="m">
        {ticket.preview && <p className={styles.preview}>{ticket.preview}</p>}
        <p>
          <Trans>This ticket is unassigned. Take it to read the conversation and reply.</Trans>
        </p>
        <div>
          <Button writes onPress={() => void claimTicket(ticket)}>
            <Trans>Take</Trans>
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

/** Explains to the viewer what the status of the ticket means, if that is not obvious. */
export function TicketNotice({ view, now }: { view: StaffTicketView; now: number }): ReactElement | null {
  const { t } = useLingui();
  const { ticket } = view;
  const { access, state, author_name, responsible_name, reason, reject_reason, rating, snooze_until } = ticket;
  if (access === 'other') return <TakenByOther ticket={ticket} now={now} />;
  if (access === 'free' && state === 'new') return <FreeTicketNotice view={view} />;
  if (snooze_until !== null && Date.parse(snooze_until) > now) {
    const until = formatDayTime(snooze_until);
    return (
      <Banner tone="quiet">
        <Trans>Snoozed until {until}</Trans>
      </Banner>
    );
  }
  switch (state) {
    case 'taken':
      return access === 'team' ? (
        <Banner tone="quiet">
          <Trans>Assigned to {responsible_name}.</Trans>
        </Banner>
      ) : null;
    case 'waiting_user':
      return (
        <Banner tone="quiet">
          <Trans>Waiting for {author_name} to reply. The timer is paused.</Trans>
        </Banner>
      );
    case 'resolved':
      return (
        <Banner tone="quiet">
          <Trans>Resolved. Closes after 14 days without a reply.</Trans>
        </Banner>
      );
    case 'rejected':
      return (
        <Banner tone="need" title={<Trans>Rejected</Trans>}>
          {[reject_reason && t(rejectReasonLabels[reject_reason]), reason].filter(Boolean).join('. ')}
        </Banner>
      );
    case 'cancelled':
      return (
        <Banner tone="quiet" title={<Trans>{author_name} cancelled this request</Trans>}>
          {reason}
        </Banner>
      );
    case 'closed':
      return rating ? (
        <Banner tone="quiet" title={<Trans>Rated {rating.stars} of 5</Trans>}>
          {rating.comment}
        </Banner>
      ) : null;
    default:
      return null;
  }
}

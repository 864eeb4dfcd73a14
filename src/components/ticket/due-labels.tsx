import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { dueOf } from '../../db/queries/staff-tickets.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';

/**
 * Shows the next deadline of a ticket: that of the first response or of the resolution. Deadlines count only working
 * hours.
 */
export function DueLabel({ ticket, now }: { ticket: StaffTicket; now: number }): ReactElement | null {
  const deadline = dueOf(ticket);
  if (deadline === null) return null;
  const time = formatRecent(deadline, now);
  if (Date.parse(deadline) < now)
    return (
      <Badge tone="need">
        <Trans>Overdue since {time}</Trans>
      </Badge>
    );
  return (
    <small>
      {ticket.first_answered_at === null ? <Trans>Reply by {time}</Trans> : <Trans>Resolve by {time}</Trans>}
    </small>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { dueTimeOf } from '../../db/queries/staff-tickets.ts';
import { formatRecent } from '../../lib/dates.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';

/** If a deadline is at most this far away, the remaining time is shown instead of the date. */
const MAX_REMAINING_MS = 48 * 3_600_000;

interface DueLabelProps {
  ticket: StaffTicket;
  now: number;
  /** Whether the time of the deadline is shown after the remaining time. */
  hasTime?: boolean;
}

/**
 * Shows the next deadline of a ticket: that of the first response or of the resolution. Deadlines count only working
 * hours.
 */
export function DueLabel({ ticket, now, hasTime = false }: DueLabelProps): ReactElement | null {
  const { t } = useLingui();
  const deadline = dueTimeOf(ticket);
  if (deadline === null) return null;
  const isReply = ticket.first_answered_at === null;
  const time = formatRecent(deadline, now);
  const remaining = Date.parse(deadline) - now;
  if (remaining < 0)
    return (
      <Badge tone="need">
        {isReply ? <Trans>Reply overdue since {time}</Trans> : <Trans>Resolution overdue since {time}</Trans>}
      </Badge>
    );
  if (remaining > MAX_REMAINING_MS)
    return <small>{isReply ? <Trans>Reply by {time}</Trans> : <Trans>Resolve by {time}</Trans>}</small>;
  const when = formatAgo(deadline, now);
  const text = isReply ? t`Reply ${when}` : t`Resolve ${when}`;
  return <small>{hasTime ? `${text}, ${time}` : text}</small>;
}

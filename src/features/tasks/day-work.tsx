import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { startOfDay } from '../../../contract/zones.ts';
import { DueLabel } from '../../components/ticket/due-labels.tsx';
import { ticketsDueBefore } from '../../db/queries/staff-tickets.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { iso } from '../../lib/ports.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LoadingPart } from '../../ui/states.tsx';
import { DayLeads } from './day-leads.tsx';
import { ReturningLeads } from './returning-leads.tsx';
import { savedTimeZone } from './queries.ts';
import { LazyTaskSwipe } from './swipe/lazy-task-swipe.tsx';

/** Maximum number of tickets; a link leads to the others. */
const MAX_TICKETS = 5;

/**
 * The day's work in addition to the tasks: leads that return to the pool, waiting leads and due tickets. For a manager
 * with a team, waiting leads are shown above the tasks instead. Also makes the rows of the tasks swipeable.
 */
export function DayWork({ hasTeam }: { hasTeam: boolean }): ReactElement {
  return (
    <>
      <LazyTaskSwipe />
      <ReturningLeads />
      {!hasTeam && <DayLeads />}
      <TicketsDue />
    </>
  );
}

function TicketsDue(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const tickets = useLiveQuery(async () => {
    const zone = await savedTimeZone(db, actor.user_id);
    return ticketsDueBefore(db, iso(startOfDay(zone, now, 1)), MAX_TICKETS);
  }, [db, actor.user_id, now]);
  if (!tickets) return <LoadingPart />;
  if (tickets.length === 0) return null;
  return (
    <Section title={<Trans>Tickets due today</Trans>} end={<TextLink to="/tickets">{t`All tickets`}</TextLink>}>
      <List aria-label={t`Tickets due today`}>
        {tickets.map((ticket) => (
          <RowLink
            key={ticket.id}
            to="/user/new-request/$ticketId"
            params={{ ticketId: ticket.id }}
            title={ticket.subject}
            wrapTitle
            subtitle={ticket.author_name}
            meta={<DueLabel ticket={ticket} now={now} />}
          />
        ))}
      </List>
    </Section>
  );
}

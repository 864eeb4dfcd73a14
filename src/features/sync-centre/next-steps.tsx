import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { isLostLead, isOldRequest, TakeAfterAll, TakeNextLead } from '../../components/lead/refused-request.tsx';
import type { Entry } from '../../db/outbox/entry.ts';
import { nextUnassignedTicket } from '../../db/queries/staff-tickets.ts';
import { nextWaiting } from '../../db/queries/waiting-leads.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';

/** The next step after a refused request for a lead: the next lead by name, the same lead again, or the waiting leads. */
export function LeadNextStep({ entry }: { entry: Entry }): ReactElement {
  const { db } = useStore();
  const next = useLiveQuery(async () => nextWaiting(db), [db]);
  if (isOldRequest(entry)) return <TakeAfterAll entry={entry} />;
  if (isLostLead(entry) && next) return <TakeNextLead entry={entry} next={next} />;
  return (
    <LinkButton small variant="soft" to="/leads" search={{ tab: 'waiting' }}>
      <Trans>Open leads</Trans>
    </LinkButton>
  );
}

/** The next step after a refused request for a ticket: the next unassigned ticket, or the list of them. */
export function TicketNextStep(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const next = useLiveQuery(async () => nextUnassignedTicket(db), [db]);
  if (!next) {
    return (
      <LinkButton small variant="soft" to="/tickets" search={{ list: 'free' }}>
        <Trans>Open tickets</Trans>
      </LinkButton>
    );
  }
  const { id, subject } = next;
  return (
    <LinkButton
      small
      variant="soft"
      to="/user/new-request/$ticketId"
      params={{ ticketId: id }}
      aria-label={t`Next ticket: ${subject}`}
    >
      <Trans>Next ticket</Trans>
    </LinkButton>
  );
}

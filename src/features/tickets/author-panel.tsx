import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { PersonButtons } from '../../components/person/person-buttons.tsx';
import { leadStatusLabels, leadStatusTones } from '../../components/person/person-labels.ts';
import { ticketStateLabels, ticketStateTones } from '../../components/ticket/ticket-labels.ts';
import { savedPerson } from '../../db/queries/people.ts';
import type { StaffTicketView } from '../../db/queries/staff-tickets.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatAgo } from '../../lib/intl-formats.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';

/** Maximum number of earlier tickets; the screen of the person lists all. */
const MAX_TICKETS = 5;

type AuthorPanelProps = { view: StaffTicketView; now: number };

/** The author of a ticket and their latest other tickets, beside the conversation. */
export function AuthorPanel({ view: { ticket, others }, now }: AuthorPanelProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { author_id } = ticket;
  const person = useLiveQuery(
    async () => (author_id === null ? undefined : savedPerson(db, author_id)),
    [db, author_id],
  );
  const latest = others.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, MAX_TICKETS);
  return (
    <Stack>
      <Section title={<Trans>Person</Trans>}>
        <Stack gap="s">
          <List>
            <AuthorRow ticket={ticket} person={person} />
          </List>
          {person && !person.do_not_contact && (
            <ActionRow>
              <PersonButtons person={person} />
            </ActionRow>
          )}
        </Stack>
      </Section>
      <Section title={<Trans>Other tickets</Trans>} end={others.length > MAX_TICKETS ? others.length : undefined}>
        <List aria-label={t`Other tickets`}>
          {latest.length === 0 && <Row title={t`No other tickets on this device`} wrapTitle />}
          {latest.map((other) => (
            <RowLink
              key={other.id}
              to="/user/new-request/$ticketId"
              params={{ ticketId: other.id }}
              title={other.subject}
              subtitle={formatAgo(other.created_at, now)}
              badge={<Badge tone={ticketStateTones[other.state]}>{t(ticketStateLabels[other.state])}</Badge>}
            />
          ))}
        </List>
      </Section>
    </Stack>
  );
}

function AuthorRow({ ticket, person }: { ticket: StaffTicket; person: Person | undefined }): ReactElement {
  const { t } = useLingui();
  const { author_id, author_name: name } = ticket;
  const avatar = <Avatar name={name} id={author_id ?? ticket.id} />;
  if (author_id === null) return <Row leading={avatar} title={name} />;
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: author_id }}
      leading={avatar}
      title={name}
      {...(person && {
        subtitle: person.city,
        badge: <Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>,
      })}
    />
  );
}

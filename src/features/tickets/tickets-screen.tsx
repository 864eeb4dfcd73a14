import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { TicketAccess } from '../../../contract/values.ts';
import { priorities, ticketStates, ticketTypes } from '../../../contract/filter-values.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { priorityLabels } from '../../components/task/task-result-labels.ts';
import { ticketStateLabels, ticketTypeLabels } from '../../components/ticket/ticket-labels.ts';
import { savedStaffTickets, type StaffTicketCard } from '../../db/queries/staff-tickets.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  type TicketFilters,
  isFiltered,
  type TicketListName,
  matchesTicketFilter,
  noFilters,
  parseFilters,
  type TicketFilter,
} from './filters.ts';
import { LostClaims } from './lost-claims.tsx';
import { TicketRow } from './ticket-row.tsx';
import styles from './tickets.module.css';

const kinds: Record<TicketListName, readonly TicketAccess[]> = {
  mine: ['own'],
  free: ['free'],
  all: ['own', 'team', 'free'],
};

/** Number of closed tickets shown at first, and added with each press. */
const PAGE_SIZE = 50;

type FiltersProps = { ticketFilter: TicketFilter; onChange: (change: TicketFilters) => void };

function FilterChips({ ticketFilter, onChange }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const { state, type, priority, list } = ticketFilter;
  return (
    <div className={styles.filters} role="group" aria-label={t`Filters`}>
      <FilterChip
        label={t`Type`}
        allLabel={t`All types`}
        value={type}
        options={ticketTypes.map((value) => ({ value, label: t(ticketTypeLabels[value]) }))}
        onChange={(value) => onChange({ type: value })}
      />
      <FilterChip
        label={t`Priority`}
        allLabel={t`All priorities`}
        value={priority}
        options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
        onChange={(value) => onChange({ priority: value })}
      />
      {list !== 'free' && (
        <FilterChip
          label={t`Status`}
          allLabel={t`All statuses`}
          value={state}
          options={ticketStates.map((value) => ({ value, label: t(ticketStateLabels[value]) }))}
          onChange={(value) => onChange({ state: value })}
        />
      )}
    </div>
  );
}

function NoTickets({ ticketFilter, onClear }: { ticketFilter: TicketFilter; onClear: () => void }): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const icon = <IconTicket aria-hidden="true" />;
  if (!hasSyncedOnce)
    return (
      <EmptyState icon={icon}>
        <Trans>Tickets haven't synced to this device yet.</Trans>
      </EmptyState>
    );
  if (isFiltered(ticketFilter)) {
    const action = (
      <Button variant="soft" onPress={onClear}>
        <Trans>Show all</Trans>
      </Button>
    );
    return (
      <EmptyState icon={icon} action={action}>
        <Trans>No tickets match these filters.</Trans>
      </EmptyState>
    );
  }
  if (ticketFilter.list !== 'mine')
    return (
      <EmptyState icon={icon}>
        <Trans>No unassigned tickets.</Trans>
      </EmptyState>
    );
  const action = (
    <LinkButton variant="soft" to="/tickets" search={{ list: 'free' }}>
      <Trans>Unassigned tickets</Trans>
    </LinkButton>
  );
  return (
    <EmptyState icon={icon} action={action}>
      <Trans>You have no tickets.</Trans>
    </EmptyState>
  );
}

interface Groups {
  open: StaffTicketCard[];
  later: StaffTicketCard[];
  done: StaffTicketCard[];
}

const finishedStates = ['resolved', 'closed', 'rejected', 'cancelled'];

/** Groups tickets for the list. A snoozed ticket is hidden until its date. */
function groupCards(cards: readonly StaffTicketCard[], now: number): Groups {
  const groups: Groups = { open: [], later: [], done: [] };
  for (const card of cards) {
    const { state, snooze_until } = card.ticket;
    if (finishedStates.includes(state)) groups.done.push(card);
    else if (snooze_until !== null && Date.parse(snooze_until) > now) groups.later.push(card);
    else groups.open.push(card);
  }
  return groups;
}

function Tickets({ cards, label, now }: { cards: readonly StaffTicketCard[]; label: string; now: number }) {
  return (
    <List aria-label={label}>
      {cards.map((card) => (
        <TicketRow key={card.ticket.id} card={card} now={now} />
      ))}
    </List>
  );
}

const route = getRouteApi('/_member/_staff/tickets');

/** /tickets: the employee's own tickets, unassigned ones and those of the team. */
export function TicketsScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const ticketFilter = parseFilters(route.useSearch(), actor.is_manager);
  const navigate = route.useNavigate();
  const change = (filters: TicketFilters): void =>
    void navigate({ search: (search) => ({ ...search, ...filters }), replace: true });
  const { list } = ticketFilter;
  const loaded = useLiveQuery(async () => ({ list, cards: await savedStaffTickets(db, kinds[list]) }), [db, list]);
  const cards =
    loaded?.list === list ? loaded.cards.filter(({ ticket }) => matchesTicketFilter(ticketFilter, ticket)) : undefined;
  const { open, later, done } = groupCards(cards ?? [], now);
  const chip = (key: TicketListName, label: string) => (
    <ChipLink
      key={key}
      to="/tickets"
      search={(search) => ({ ...search, list: key === 'mine' ? undefined : key })}
      isCurrent={key === list}
    >
      {label}
    </ChipLink>
  );
  const addLinkProps = {
    to: '/tickets/new',
    writes: true,
    icon: <IconPlus aria-hidden="true" />,
    children: t`New ticket`,
  } as const;
  return (
    <Screen title={t`Tickets`} narrow action={<LinkButton {...addLinkProps} />}>
      <Stack>
        <ChipLinks aria-label={t`Filter by assignee`}>
          {chip('mine', t({ message: 'Mine', context: 'tickets' }))}
          {chip('free', t({ message: 'Unassigned', context: 'tickets' }))}
          {actor.is_manager && chip('all', t({ message: 'All', context: 'tickets' }))}
        </ChipLinks>
        <FilterChips ticketFilter={ticketFilter} onChange={change} />
        <LostClaims />
        {!cards && <Skeleton leading="none" />}
        {cards?.length === 0 && <NoTickets ticketFilter={ticketFilter} onClear={() => change(noFilters)} />}
        {open.length > 0 && <Tickets cards={open} label={t`Tickets`} now={now} />}
        {later.length > 0 && (
          <Section title={<Trans>Snoozed</Trans>} end={later.length}>
            <Tickets cards={later} label={t`Snoozed`} now={now} />
          </Section>
        )}
        {done.length > 0 && (
          <Section title={<Trans>Finished</Trans>}>
            <Tickets cards={done.slice(0, limit)} label={t`Finished`} now={now} />
            {done.length > limit && (
              <Button variant="ghost" wide onPress={() => setLimit(limit + PAGE_SIZE)}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </Section>
        )}
      </Stack>
      <FabLink {...addLinkProps} />
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedTickets, type TicketCard } from '../../db/queries/tickets.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ticketStateTones, requestStateLabels, ticketTypeLabels } from '../../components/ticket/ticket-labels.ts';

const isOpen = ({ ticket }: TicketCard): boolean => !['closed', 'rejected', 'cancelled'].includes(ticket.state);

function RequestNumber({ ticket: { number } }: { ticket: Ticket }): ReactElement {
  return number === null ? <Trans>No number yet</Trans> : <Trans>No. {number}</Trans>;
}

function Requests({ cards, label }: { cards: readonly TicketCard[]; label: string }): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  return (
    <List aria-label={label}>
      {cards.map(({ ticket, badge }) => (
        <RowLink
          key={ticket.id}
          to="/help/$ticketId"
          params={{ ticketId: ticket.id }}
          title={ticket.subject}
          wrapTitle
          subtitle={
            <>
              <RequestNumber ticket={ticket} /> · {t(ticketTypeLabels[ticket.type])} ·{' '}
              {formatAgo(ticket.updated_at, now)}
            </>
          }
          meta={<RowSyncBadge badge={badge} />}
          badge={<Badge tone={ticketStateTones[ticket.state]}>{t(requestStateLabels[ticket.state])}</Badge>}
        />
      ))}
    </List>
  );
}

function NoRequests(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState
      icon={<IconHelpCircle aria-hidden="true" />}
      action={
        <LinkButton to="/help/new" writes>
          <Trans>Get help</Trans>
        </LinkButton>
      }
    >
      {hasSyncedOnce ? (
        <Trans>Something unclear or not working? Write to us, online or offline.</Trans>
      ) : (
        <Trans>Your requests haven't synced to this device yet. You can write a new one.</Trans>
      )}
    </EmptyState>
  );
}

/** /help: the user's help requests and their status. */
export function HelpScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const cards = useLiveQuery(async () => savedTickets(db), [db]);
  const openRequests = cards?.filter(isOpen) ?? [];
  const done = cards?.filter((card) => !isOpen(card)) ?? [];
  const isEmpty = cards?.length === 0;
  const addLinkProps = {
    to: '/help/new',
    writes: true,
    icon: <IconPlus aria-hidden="true" />,
    children: t`New request`,
  } as const;
  return (
    <Screen title={t`Help`} narrow action={<LinkButton {...addLinkProps} />}>
      <Stack gap="l">
        {!cards && <Skeleton leading="none" />}
        {isEmpty && <NoRequests />}
        {openRequests.length > 0 && <Requests cards={openRequests} label={t`My requests`} />}
        {done.length > 0 && (
          <Section title={<Trans>Finished</Trans>}>
            <Requests cards={done} label={t`Finished`} />
          </Section>
        )}
        <List>
          <RowLink
            to="/help/offline"
            leading={<IconCloudOff aria-hidden="true" />}
            title={t`Using the app offline`}
            subtitle={t`What works without a connection`}
          />
        </List>
      </Stack>
      {cards && !isEmpty && <FabLink {...addLinkProps} />}
    </Screen>
  );
}

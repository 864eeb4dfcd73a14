import { Trans, useLingui } from '@lingui/react/macro';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import { useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { EventRow } from '../../components/event/event-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedUpcomingEvents, savedPastEvents, type EventCard } from '../../db/queries/events.ts';
import { iso } from '../../lib/ports.ts';
import { formatWeekday } from '../../lib/dates.ts';
import { capitalize } from '../../lib/intl-formats.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { groupByDay, type AgendaDay } from './agenda.ts';

const PAST_EVENTS_MS = 30 * 86_400_000;

function NoEvents({ isPast }: { isPast: boolean }): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState icon={<IconCalendarEvent aria-hidden="true" />}>
      {!hasSyncedOnce ? (
        <Trans>Events haven't synced to this device yet.</Trans>
      ) : isPast ? (
        <Trans>No events in the last 30 days.</Trans>
      ) : (
        <Trans>No upcoming events.</Trans>
      )}
    </EmptyState>
  );
}

function DayTitle({ day }: { day: AgendaDay }): ReactElement {
  const { i18n } = useLingui();
  const date = formatWeekday(day.at, i18n.locale);
  if (day.kind === 'today') return <Trans>Today, {date}</Trans>;
  if (day.kind === 'tomorrow') return <Trans>Tomorrow, {date}</Trans>;
  return <>{capitalize(date)}</>;
}

function Agenda({ events, now, level }: { events: readonly EventCard[]; now: number; level: 2 | 3 }): ReactElement {
  return (
    <>
      {groupByDay(events, now).map((day) => (
        <Section key={day.at} level={level} title={<DayTitle day={day} />}>
          <List>
            {day.events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </List>
        </Section>
      ))}
    </>
  );
}

/** /events: upcoming events by day, soonest first, those in other languages below; `?show=past` lists past ones. */
export function EventsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { language } = useApp().preferences;
  const now = useNow('minute');
  const isPast = useSearch({ from: '/_member/events' }).show === 'past';
  const list = useLiveQuery(
    async () =>
      isPast
        ? savedPastEvents(db, language, iso(now - PAST_EVENTS_MS), iso(now))
        : savedUpcomingEvents(db, language, iso(now)),
    [db, language, now, isPast],
  );
  return (
    <Screen title={t`Events`} narrow>
      <Stack gap="l">
        <ChipLinks aria-label={t`Filter events`}>
          <ChipLink to="/events" isCurrent={!isPast}>{t`Upcoming`}</ChipLink>
          <ChipLink to="/events" search={{ show: 'past' }} isCurrent={isPast}>{t`Past`}</ChipLink>
        </ChipLinks>
        {!list && <Skeleton />}
        {list?.events.length === 0 && <NoEvents isPast={isPast} />}
        {list && <Agenda events={list.events} now={now} level={2} />}
        {list && list.others.length > 0 && (
          <Section title={<Trans>In other languages</Trans>}>
            <Stack>
              <Agenda events={list.others} now={now} level={3} />
            </Stack>
          </Section>
        )}
      </Stack>
    </Screen>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { EventRow } from '../../components/event/event-row.tsx';
import { NewsRow } from '../../components/news/news-row.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { savedUpcomingEvents } from '../../db/queries/events.ts';
import { savedReminder } from '../../db/queries/reminder.ts';
import { savedNews } from '../../db/queries/news.ts';
import { iso } from '../../lib/ports.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { ContinueBook, savedOpenBook } from './continue-book.tsx';
import { FlowFigures } from './flow-figures.tsx';
import { NewBook, PaidUntil } from './new-book.tsx';
import { SubscriptionReminder } from './reminder.tsx';
import { SectionPlaceholder } from './reserved.tsx';
import { TeamCard } from './team-card.tsx';
import { savedGoalProgress, WeeklyGoal } from './weekly-goal.tsx';

const MAX_NEWS = 2;
const MAX_EVENTS = 3;

interface UpcomingProps {
  language: string;
  now: number;
}

/**
 * Shows the end of the paid time, the weekly goal, the book that the user is reading, unread important news, the next
 * events, a new book, the figures of landing pages and the subscription; omits empty sections. The first sections
 * appear together, so that none moves another.
 */
export function DashboardSections({ language, now }: UpcomingProps): ReactElement | null {
  const { db, actor } = useStore();
  const reminder = useLiveQuery(async () => savedReminder(db, actor.user_id, now), [db, actor.user_id, now]);
  const news = useLiveQuery(async () => savedNews(db, language, iso(now)), [db, language, now]);
  const upcomingEvents = useLiveQuery(async () => savedUpcomingEvents(db, language, iso(now)), [db, language, now]);
  const reading = useLiveQuery(
    async () => ({ goal: await savedGoalProgress(db, actor.user_id, now), open: await savedOpenBook(db) }),
    [db, actor.user_id, now],
  );
  if (reminder === undefined || !news || !upcomingEvents || !reading) return <SectionPlaceholder />;
  const { unread } = news;
  return (
    <>
      {reminder && <SubscriptionReminder reminder={reminder} />}
      {reading.goal && <WeeklyGoal progress={reading.goal} />}
      {reading.open && <ContinueBook open={reading.open} />}
      {news.pinned.length > 0 && (
        <Section
          title={<Trans>Important news</Trans>}
          end={
            <TextLink to="/news">
              <Plural value={unread} one="# unread" other="# unread" />
            </TextLink>
          }
        >
          <List>
            {news.pinned.slice(0, MAX_NEWS).map((item) => (
              <NewsRow key={item.id} item={item} now={now} />
            ))}
          </List>
        </Section>
      )}
      {upcomingEvents.events.length > 0 && (
        <Section
          title={<Trans>Upcoming events</Trans>}
          end={
            <TextLink to="/events">
              <Trans>All events</Trans>
            </TextLink>
          }
        >
          <List>
            {upcomingEvents.events.slice(0, MAX_EVENTS).map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </List>
        </Section>
      )}
      <NewBook />
      <TeamCard now={now} />
      <FlowFigures />
      <PaidUntil />
    </>
  );
}

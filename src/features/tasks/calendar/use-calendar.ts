import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useStore } from '../../../hooks/store-context.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useNow } from '../../../ui/use-now.ts';
import { type Calendar, savedCalendar } from './calendar-queries.ts';
import { chosenDay, shownDays, type CalendarSpan, type Width } from './week.ts';

export const tasksRoute = getRouteApi('/_member/_staff/tasks');

/** Returns how much of the week fits on the screen: seven days, three days, or a list of one day. */
export function useCalendarWidth(): Width {
  const isWide = useMediaQuery('(min-width: 1200px)');
  const isMedium = useMediaQuery('(min-width: 1024px)');
  return isWide ? 'wide' : isMedium ? 'medium' : 'narrow';
}

export interface ShownCalendar extends Calendar {
  chosen: string;
  span: CalendarSpan;
  now: number;
}

/** Returns a function that returns the search parameters of a day with the current filters. */
export function useDaySearch() {
  const { staff, types, done } = tasksRoute.useSearch();
  return (day: string) => ({ view: 'day' as const, day, staff, types, done });
}

/** Returns the tasks of the days in the URL; undefined while they are being read. */
export function useCalendar(width: Width): ShownCalendar | undefined {
  const { db, actor } = useStore();
  const now = useNow('minute');
  const { view, day } = tasksRoute.useSearch();
  const span: CalendarSpan = view === 'week' ? 'week' : 'day';
  return useLiveQuery(async () => {
    let chosen = '';
    const calendar = await savedCalendar(db, actor.user_id, now, (zone) => {
      chosen = chosenDay(zone, now, day);
      return shownDays(span, chosen, width);
    });
    return { ...calendar, chosen, span, now };
  }, [db, actor.user_id, now, span, day, width]);
}

import type { ReactElement } from 'react';
import { Skeleton } from '../../../ui/states.tsx';
import type { TaskSheets } from '../use-sheets.tsx';
import { DayList } from './day-list.tsx';
import { useCalendar, useCalendarWidth } from './use-calendar.ts';
import { WeekView } from './week-view.tsx';

/** /tasks?view=week and view=day: tasks in a time grid, from this device only. A phone shows one day as a list. */
export function CalendarView({ sheets }: { sheets: TaskSheets }): ReactElement {
  const width = useCalendarWidth();
  const calendar = useCalendar(width);
  if (!calendar) return <Skeleton />;
  if (width === 'narrow') return <DayList calendar={calendar} sheets={sheets} />;
  return <WeekView calendar={calendar} sheets={sheets} width={width} />;
}

import { useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { timeIn } from '../../../../contract/zones.ts';
import { formatShortWeekday, formatTile, formatWeekday } from '../../../lib/dates.ts';
import { capitalize } from '../../../lib/intl-formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Anchor, type AnchorProps } from '../../../ui/press.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './grid.module.css';
import { DayColumn, placeDay, gridStopsOf } from './day-column.tsx';
import { formatDays } from './format-days.ts';
import { blockPositionStyle } from './task-block.tsx';
import { type ShownCalendar, useDaySearch } from './use-calendar.ts';
import type { StartDrag } from './use-drag.ts';
import type { Slot } from './moves.ts';
import type { Cursor } from './use-new-task.ts';
import type { PlacedDay } from './place-blocks.ts';
import type { Move } from './use-move.ts';
import { DAY_MINUTES, wallMinute } from './wall-time.ts';
import { nextStop } from './week.ts';

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);
/** Minute at which the grid opens if it shows neither tasks nor today. */
const DEFAULT_OPENING_MINUTE = 8 * 60;
const MINUTES_BEFORE_NOW = 120;
const TOP_SPACE_MINUTES = 15;
/** An hour this close to the current time has no label, because the label of the current time would cover it. */
const COVERED_MINUTES = 15;

/**
 * Returns the minute to which the grid is scrolled at first: shortly before the first task or before the time two hours
 * ago, whichever is earlier.
 */
export function initialScrollMinute({ days, today, zone, now }: ShownCalendar, starts: readonly number[]): number {
  const currentMinutes = days.includes(today) ? [wallMinute(zone, now) - MINUTES_BEFORE_NOW] : [];
  const first = Math.min(...starts, ...currentMinutes);
  return Math.max(0, (Number.isFinite(first) ? first : DEFAULT_OPENING_MINUTE) - TOP_SPACE_MINUTES);
}

export interface WeekGridProps {
  calendar: ShownCalendar;
  gridRef: RefObject<HTMLDivElement | null>;
  selected: string | undefined;
  move: Move | null;
  colours: ReadonlyMap<string, number>;
  onSelect: (id: string) => void;
  /** Called when the focus enters or moves within the grid. */
  onCursor: (cursor: Cursor) => void;
  onDrag: StartDrag;
  /** Called with the position at which the user adds a task. */
  onAdd: (slot: Slot) => void;
  /** Id of the task to focus as soon as it is rendered, because a move has replaced the focused element. */
  refocus: string | null;
}

/** The focusable header of a day, which opens the day. */
const DayLink = createLink((props: AnchorProps) => <Anchor {...props} className={classNames(styles.dayLink)} />);

/** Returns a function that returns the accessible name of the header of a day, with the number of its tasks. */
function useHeadName(): (day: string, placed: PlacedDay) => string {
  const { t, i18n } = useLingui();
  return (day, { blocks, hidden }) => {
    const name = capitalize(formatWeekday(day, i18n.locale));
    const count = blocks.length + hidden.flatMap(({ ids }) => ids).length;
    return count === 0 ? t`${name}, no tasks` : t`${name}, tasks: ${count}`;
  };
}

/** The grid of days side by side, from midnight to midnight. */
export function WeekGrid(props: WeekGridProps): ReactElement {
  const { calendar, gridRef, selected, move, colours, onSelect, onCursor, onDrag, onAdd, refocus } = props;
  const { days, today, zone, now } = calendar;
  const { i18n } = useLingui();
  const headName = useHeadName();
  const daySearch = useDaySearch();
  const placed = days.map((day) => placeDay(calendar, day));
  const stops = days.flatMap((day, index) => gridStopsOf(day, placed[index]!));
  const [stop, setStop] = useState('');
  const currentStop = stops.find(({ key }) => key === stop)?.key ?? (days.includes(today) ? today : days[0]!);
  const focusStop = (key: string): void =>
    gridRef.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(key)}"]`)?.focus();
  const opensAt = initialScrollMinute(
    calendar,
    placed.flatMap(({ blocks }) => blocks.map(({ from }) => from)),
  );
  useOpening(gridRef, days.join(), opensAt);
  const refocusKey = stops.find(({ key }) => refocus !== null && key.endsWith(`/${refocus}`))?.key;
  const takeFocus = useEffectEvent((key: string) => {
    if (document.activeElement === document.body) focusStop(key);
  });
  useEffect(() => {
    if (refocusKey !== undefined) takeFocus(refocusKey);
  }, [refocusKey]);
  const onStop = (key: string): void => {
    setStop(key);
    const {
      day = '',
      task_id,
      minute,
    } = /^(?<day>[^/@]+)(\/(?<task_id>[^+].*)|@(?<minute>\d+))?/.exec(key)?.groups ?? {};
    onCursor({ day, task_id, minute: minute === undefined ? undefined : Number(minute) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const current = stops.find(({ key }) => key === currentStop);
    const next =
      current && !event.altKey && !event.ctrlKey && !event.metaKey && nextStop(stops, current, event.key, opensAt);
    if (!next) return;
    event.preventDefault();
    // An hour has an element only while it is the current stop.
    flushSync(() => setStop(next.key));
    focusStop(next.key);
  };
  return (
    <div
      role="grid"
      ref={gridRef}
      tabIndex={-1}
      className={styles.grid}
      style={{ '--days': days.length } as CSSProperties}
      aria-label={formatDays(days[0]!, days.at(-1)!)}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={styles.heads}>
        {days.map((day, index) => (
          <div
            key={day}
            role="columnheader"
            className={styles.head}
            aria-label={capitalize(formatWeekday(day, i18n.locale))}
            data-today={day === today}
            aria-current={day === today ? 'date' : undefined}
          >
            <DayLink
              to="/tasks"
              search={daySearch(day)}
              data-stop={day}
              tabIndex={currentStop === day ? 0 : -1}
              onFocus={() => onStop(day)}
            >
              <span aria-hidden="true">{capitalize(formatShortWeekday(day, i18n.locale))}</span>
              <strong aria-hidden="true">{formatTile(day, i18n.locale).day}</strong>
              <VisuallyHidden>{headName(day, placed[index]!)}</VisuallyHidden>
            </DayLink>
          </div>
        ))}
      </div>
      <div role="row" className={styles.body}>
        <Hours {...(days.includes(today) && { now: { time: timeIn(zone, now), minute: wallMinute(zone, now) } })} />
        {days.map((day, index) => (
          <DayColumn
            key={day}
            {...{ calendar, day, currentStop, selected, move, colours, onSelect, onStop, onDrag, onAdd }}
            placed={placed[index]!}
          />
        ))}
      </div>
    </div>
  );
}

/** The column with the hours of the day. */
function Hours({ now }: { now?: { time: string; minute: number } }): ReactElement {
  const at = (minute: number) => blockPositionStyle({ from: minute, to: minute, lane: 0, lanes: 1, isNarrowed: false });
  return (
    <div className={styles.hours} aria-hidden="true">
      {HOURS.filter((hour) => !now || Math.abs(hour * 60 - now.minute) >= COVERED_MINUTES).map((hour) => (
        <span key={hour} className={styles.hour} style={at(hour * 60)}>
          {`${String(hour).padStart(2, '0')}:00`}
        </span>
      ))}
      {now && (
        <span className={styles.nowTime} style={at(now.minute)}>
          {now.time}
        </span>
      )}
    </div>
  );
}

/** Scrolls the grid to its initial hour whenever other days are shown. */
function useOpening(gridRef: RefObject<HTMLElement | null>, days: string, minute: number): void {
  const open = useEffectEvent(() => {
    const grid = gridRef.current;
    const body = grid?.querySelector<HTMLElement>('[data-day-column]');
    if (grid && body) grid.scrollTop = (body.offsetHeight * minute) / DAY_MINUTES;
  });
  useEffect(() => open(), [days]);
}

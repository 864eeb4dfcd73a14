import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { workingSpans } from '../../../../contract/work-times.ts';
import { addDays } from '../../../../contract/zones.ts';
import { formatWeekday } from '../../../lib/dates.ts';
import { capitalize } from '../../../lib/intl-formats.ts';
import { TextLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { refuseInView } from '../../../lib/view-mode.ts';
import { PressButton } from '../../../ui/press.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import blockStyles from './block.module.css';
import styles from './grid.module.css';
import { type Slot, slotAt } from './moves.ts';
import { type PlacedBlock, type PlacedDay, placeBlocks } from './place-blocks.ts';
import { GhostBlock, blockPositionStyle, TaskBlock } from './task-block.tsx';
import { type ShownCalendar, useDaySearch } from './use-calendar.ts';
import type { StartDrag } from './use-drag.ts';
import type { Move } from './use-move.ts';
import { DAY_MINUTES, type DayPart, partOfDay, wallMinute } from './wall-time.ts';
import type { GridStop } from './week.ts';

/** Minutes that a block of the minimum height covers: an hour is 62 px high, and a block at least 22 px. */
const MIN_MINUTES = (22 / 62) * 60;
const LANES = { week: 3, day: 8 };
const HOUR_STARTS = Array.from({ length: DAY_MINUTES / 60 }, (_, hour) => hour * 60);
/** Length in minutes of the slot that the pointer marks. A press adds a task there. */
const SLOT_MINUTES = 30;

/** Returns the positions of the tasks on a day. */
export function placeDay({ zone, span, tasks }: ShownCalendar, day: string): PlacedDay {
  const items = tasks.flatMap(({ id, start_at, end_at }) => {
    const part = partOfDay(zone, day, { from: Date.parse(start_at), to: Date.parse(end_at) });
    return part ? [{ id, ...part }] : [];
  });
  return placeBlocks(items, { lanes: LANES[span], minutes: MIN_MINUTES });
}

/**
 * Returns the focusable elements of a day in reading order: its header, its tasks, and the hours at whose start there
 * is no task.
 */
export function gridStopsOf(day: string, { blocks, hidden }: PlacedDay): GridStop[] {
  const occupied = [...blocks, ...hidden];
  const free = HOUR_STARTS.filter((hour) => !occupied.some(({ from, to }) => from <= hour && hour < to));
  return [
    { key: day, day, minute: null, isTask: false },
    ...[
      ...blocks.map(({ id, from }) => ({ key: `${day}/${id}`, day, minute: from, isTask: true })),
      ...hidden.map(({ from }) => ({ key: `${day}/+${from}`, day, minute: from, isTask: true })),
      ...free.map((minute) => ({ key: slotKey({ day, minute }), day, minute, isTask: false })),
    ].toSorted((a, b) => a.minute - b.minute),
  ];
}

const slotKey = ({ day, minute }: Slot): string => `${day}@${minute}`;

const fullWidthBlock = (part: DayPart): PlacedBlock => ({ ...part, id: '', lane: 0, lanes: 1, isNarrowed: false });

/** Returns the working hours of a day as intervals of wall time. */
function workParts({ times, zone }: ShownCalendar, day: string): DayPart[] {
  // The working hours may be in another time zone, so those of the neighbouring dates can fall on this day.
  const spans = [-1, 0, 1].flatMap((days) => workingSpans(times, addDays(day, days)));
  return spans.flatMap((span) => partOfDay(zone, day, span) ?? []);
}

export interface DayColumnProps {
  calendar: ShownCalendar;
  day: string;
  placed: PlacedDay;
  currentStop: string;
  selected: string | undefined;
  move: Move | null;
  /** Colour of each employee by id; empty if only one employee is shown. */
  colours: ReadonlyMap<string, number>;
  onSelect: (id: string) => void;
  onStop: (key: string) => void;
  onDrag: StartDrag;
  /** Called with the position at which the user adds a task. */
  onAdd: (slot: Slot) => void;
}

/** One day of the calendar grid. */
export function DayColumn(props: DayColumnProps): ReactElement {
  const { calendar, day, placed, currentStop, selected, move, colours, onSelect, onStop, onDrag, onAdd } = props;
  const { zone, now, today, badges, employees } = calendar;
  const { t, i18n } = useLingui();
  const daySearch = useDaySearch();
  const byId = new Map(calendar.tasks.map((task) => [task.id, task]));
  const name = capitalize(formatWeekday(day, i18n.locale));
  const slotName = (time: string): string => t`${name}, ${time}: add a task`;
  const moreName = (others: number): string => t`${name}: ${others} more`;
  const ghost = move && partOfDay(zone, day, { from: move.times.start, to: move.times.end });
  const [ghostBlock] = ghost ? placeBlocks([{ id: '', ...ghost }], { lanes: 1, minutes: MIN_MINUTES }).blocks : [];
  const focused = HOUR_STARTS.find((minute) => slotKey({ day, minute }) === currentStop);
  return (
    <div role="gridcell" className={styles.day} data-today={day === today} data-day-column={day}>
      <PressArea isOff={move !== null} onPress={(minute) => onAdd({ day, minute })} />
      {focused !== undefined && (
        <PressButton
          // The key creates a new element for each hour, so that screen readers announce it.
          key={currentStop}
          className={classNames(styles.slot)}
          style={blockPositionStyle(fullWidthBlock({ from: focused, to: focused + SLOT_MINUTES }))}
          data-stop={currentStop}
          tabIndex={0}
          writes
          onFocus={() => onStop(currentStop)}
          onPress={() => onAdd({ day, minute: focused })}
        >
          <span aria-hidden="true">{`+ ${clockTime(focused)}`}</span>
          <VisuallyHidden>{slotName(clockTime(focused))}</VisuallyHidden>
        </PressButton>
      )}
      {workParts(calendar, day).map((part) => (
        <div key={part.from} className={styles.work} style={blockPositionStyle(fullWidthBlock(part))} />
      ))}
      {placed.blocks.map((block) => {
        const task = byId.get(block.id)!;
        const key = `${day}/${task.id}`;
        const colour = colours.get(task.assignee_id);
        return (
          <TaskBlock
            key={task.id}
            {...{ block, task, zone, now, onDrag }}
            stopKey={key}
            isStop={currentStop === key}
            isSelected={selected === task.id}
            isUnsent={badges.has(task.id)}
            isMoving={move?.task.id === task.id}
            owner={colour === undefined ? undefined : { name: employees.get(task.assignee_id) ?? '', colour }}
            onPress={() => onSelect(task.id)}
            onFocus={() => onStop(key)}
          />
        );
      })}
      {placed.hidden.map(({ ids, ...part }) => (
        <div key={part.from} className={blockStyles.more} style={blockPositionStyle(fullWidthBlock(part))}>
          <TextLink
            to="/tasks"
            search={daySearch(day)}
            data-stop={`${day}/+${part.from}`}
            tabIndex={currentStop === `${day}/+${part.from}` ? 0 : -1}
            onFocus={() => onStop(`${day}/+${part.from}`)}
          >
            <span aria-hidden="true">{`+${ids.length}`}</span>
            <VisuallyHidden>{moreName(ids.length)}</VisuallyHidden>
          </TextLink>
        </div>
      ))}
      {move && ghostBlock && <GhostBlock {...{ task: move.task, times: move.times, zone }} part={ghostBlock} />}
      {day === today && <NowLine minute={wallMinute(zone, now)} />}
    </div>
  );
}

const clockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the start of the half hour of a day at the pointer. */
function slotUnder({ currentTarget, clientX, clientY }: MouseEvent): number | null {
  const column = currentTarget.closest('[data-day-column]');
  if (!column) return null;
  const { left, right, top, bottom } = column.getBoundingClientRect();
  const slot = slotAt([{ day: '', left, right, top, bottom }], clientX, clientY);
  return slot && Math.min(Math.floor(slot.minute / SLOT_MINUTES) * SLOT_MINUTES, DAY_MINUTES - SLOT_MINUTES);
}

/**
 * The empty space of a day. A press adds a task at the half hour under the pointer, which is marked. The keyboard and
 * screen readers use the focusable hours instead.
 */
function PressArea({ isOff, onPress }: { isOff: boolean; onPress: (minute: number) => void }): ReactElement {
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className={styles.pressArea}
      onPointerMove={(event) => setPointed(event.pointerType === 'mouse' ? slotUnder(event) : null)}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        const minute = slotUnder(event);
        if (minute !== null && !refuseInView()) onPress(minute);
      }}
    >
      {pointed !== null && !isOff && (
        <span
          className={styles.slotHint}
          style={blockPositionStyle(fullWidthBlock({ from: pointed, to: pointed + SLOT_MINUTES }))}
        >
          {`+ ${clockTime(pointed)}`}
        </span>
      )}
    </button>
  );
}

function NowLine({ minute }: { minute: number }): ReactElement {
  return (
    <div
      className={styles.now}
      style={blockPositionStyle(fullWidthBlock({ from: minute, to: minute }))}
      aria-hidden="true"
    />
  );
}

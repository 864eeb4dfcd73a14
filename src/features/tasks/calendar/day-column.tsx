import { useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { workingSpans } from '../../../../contract/work-times.ts';
import { addDays } from '../../../../contract/zones.ts';
import { formatWeekday } from '../../../lib/dates.ts';
import { capitalize } from '../../../lib/intl-formats.ts';
import { TextLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Anchor, type AnchorProps } from '../../../ui/press.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import blockStyles from './block.module.css';
import styles from './grid.module.css';
import { type PlacedBlock, type PlacedDay, placeBlocks } from './place-blocks.ts';
import { Ghost, placeStyle, TaskBlock } from './task-block.tsx';
import type { ShownCalendar } from './use-calendar.ts';
import type { StartDrag } from './use-drag.ts';
import type { Move } from './use-move.ts';
import { type DayPart, partOfDay, wallMinute } from './wall-time.ts';
import type { GridStop } from './week.ts';

/** An hour is 62 px high, and a block at least 22 px. */
const MIN_MINUTES = (22 / 62) * 60;
const LANES = { week: 3, day: 8 };

/** Returns the positions of the tasks on a day. */
export function placeDay({ zone, span, tasks }: ShownCalendar, day: string): PlacedDay {
  const items = tasks.flatMap(({ id, start_at, end_at }) => {
    const part = partOfDay(zone, day, { from: Date.parse(start_at), to: Date.parse(end_at) });
    return part ? [{ id, ...part }] : [];
  });
  return placeBlocks(items, { lanes: LANES[span], minutes: MIN_MINUTES });
}

/** Returns the focusable elements of a day in reading order. */
export const stopsOf = (day: string, { blocks, hidden }: PlacedDay): GridStop[] => [
  { key: day, day, minute: null },
  ...[
    ...blocks.map(({ id, from }) => ({ key: `${day}/${id}`, day, minute: from })),
    ...hidden.map(({ from }) => ({ key: `${day}/+${from}`, day, minute: from })),
  ].toSorted((a, b) => a.minute - b.minute),
];

const whole = (part: DayPart): PlacedBlock => ({ ...part, id: '', lane: 0, lanes: 1, isNarrowed: false });

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
}

/** The focusable header of a day, which opens the day. */
const DayLink = createLink((props: AnchorProps) => <Anchor {...props} className={classNames(styles.dayLink)} />);

/** One day of the calendar grid. */
export function DayColumn(props: DayColumnProps): ReactElement {
  const { calendar, day, placed, currentStop, selected, move, colours, onSelect, onStop, onDrag } = props;
  const { zone, now, today, badges, employees } = calendar;
  const { t, i18n } = useLingui();
  const byId = new Map(calendar.tasks.map((task) => [task.id, task]));
  const name = capitalize(formatWeekday(day, i18n.locale));
  const count = placed.blocks.length + placed.hidden.flatMap(({ ids }) => ids).length;
  const moreName = (others: number): string => t`${name}: ${others} more`;
  const ghost = move && partOfDay(zone, day, { from: move.times.start, to: move.times.end });
  const [ghostBlock] = ghost ? placeBlocks([{ id: '', ...ghost }], { lanes: 1, minutes: MIN_MINUTES }).blocks : [];
  return (
    <div role="gridcell" className={styles.day} data-today={day === today} data-day-column={day}>
      <DayLink
        to="/tasks"
        search={{ view: 'day', day }}
        data-stop={day}
        tabIndex={currentStop === day ? 0 : -1}
        onFocus={() => onStop(day)}
      >
        <VisuallyHidden>{count === 0 ? t`${name}, no tasks` : t`${name}, tasks: ${count}`}</VisuallyHidden>
      </DayLink>
      {workParts(calendar, day).map((part) => (
        <div key={part.from} className={styles.work} style={placeStyle(whole(part))} />
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
        <div key={part.from} className={blockStyles.more} style={placeStyle(whole(part))}>
          <TextLink
            to="/tasks"
            search={{ view: 'day', day }}
            data-stop={`${day}/+${part.from}`}
            tabIndex={currentStop === `${day}/+${part.from}` ? 0 : -1}
            onFocus={() => onStop(`${day}/+${part.from}`)}
          >
            <span aria-hidden="true">{`+${ids.length}`}</span>
            <VisuallyHidden>{moreName(ids.length)}</VisuallyHidden>
          </TextLink>
        </div>
      ))}
      {move && ghostBlock && <Ghost {...{ task: move.task, times: move.times, zone }} part={ghostBlock} />}
      {day === today && <NowLine minute={wallMinute(zone, now)} />}
    </div>
  );
}

function NowLine({ minute }: { minute: number }): ReactElement {
  return <div className={styles.now} style={placeStyle(whole({ from: minute, to: minute }))} aria-hidden="true" />;
}

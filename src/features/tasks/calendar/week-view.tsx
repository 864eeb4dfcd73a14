import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useRef, useState } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { transition } from '../../../../contract/states/machine.ts';
import { taskMachine } from '../../../../contract/states/task.ts';
import { addDays } from '../../../../contract/zones.ts';
import { Button } from '../../../ui/button.tsx';
import { MonthCalendar } from '../../../ui/calendar-popover.tsx';
import { RootMark } from '../../../ui/root-mark.tsx';
import type { TaskSheets } from '../use-sheets.tsx';
import { useTaskActions } from '../use-task-actions.tsx';
import { useCalendarShortcuts } from './use-calendar-shortcuts.ts';
import styles from './calendar.module.css';
import { EmployeeChips } from './employee-chips.tsx';
import { chosenEmployees, filterByEmployees } from './employees.ts';
import { KindChips } from './kind-chips.tsx';
import { kindsOf, filterByKinds } from './kinds.ts';
import { Legend } from './legend.tsx';
import { MoveBar } from './move-bar.tsx';
import { isMovable } from './moves.ts';
import { TaskPanel } from './task-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import { TrayLists, useTray } from './tray.tsx';
import { type ShownCalendar, tasksRoute } from './use-calendar.ts';
import { useDrag } from './use-drag.ts';
import { useMove } from './use-move.ts';
import { type Cursor, newTaskStart, startOfSlot, useNewTask } from './use-new-task.ts';
import { useSaveMove } from './use-save-move.ts';
import { WeekGrid } from './week-grid.tsx';
import type { Width } from './week.ts';

export type WeekViewProps = { calendar: ShownCalendar; sheets: TaskSheets; width: Width };

type Change = Partial<ReturnType<typeof tasksRoute.useSearch>>;

const isStartable = ({ state }: Task): boolean => transition(taskMachine, state, 'start').kind === 'transition';

/** The time grid, with the tray on its left and the panel of the selected task on its right. */
export function WeekView({ calendar: all, sheets, width }: WeekViewProps): ReactElement {
  const { t } = useLingui();
  const navigate = tasksRoute.useNavigate();
  const { task: selected, staff, types, done } = tasksRoute.useSearch();
  const gridRef = useRef<HTMLDivElement>(null);
  const [isTrayOpen, setTrayOpen] = useState(false);
  const chosen = chosenEmployees(all, staff);
  const allOfChosen = filterByEmployees(all, chosen);
  const kinds = kindsOf(types, done);
  const calendar = filterByKinds(allOfChosen, kinds);
  const { days, zone, now, span } = calendar;
  const tray = useTray(now);
  const actions = useTaskActions();
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [refocus, setRefocus] = useState<string | null>(null);
  const save = useSaveMove(zone);
  const newTask = useNewTask(sheets);
  const go = (change: Change): void => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const step = span === 'day' ? 1 : days.length;
  const shift = (count: number): void => go({ day: addDays(span === 'week' ? days[0]! : calendar.chosen, count) });
  const mover = useMove({
    zone,
    save: (task, times) => {
      setRefocus(task.id);
      save(task, times);
    },
    onDay: (day) => !days.includes(day) && go({ day }),
  });
  const onDrag = useDrag(gridRef, zone, mover);
  const find = (id: string | undefined): Task | undefined =>
    [...calendar.tasks, ...(tray?.overdue ?? []), ...(tray?.unplanned ?? [])].find((task) => task.id === id);
  const current = find(cursor?.task_id ?? selected);
  const today = (): void => go({ day: undefined });
  useCalendarShortcuts({
    today,
    back: () => shift(-step),
    forward: () => shift(step),
    add: () =>
      newTask(newTaskStart(calendar, cursor ?? { day: calendar.chosen, task_id: undefined, minute: undefined })),
    move: () => current && isMovable(current) && mover.begin(current),
    start: () => current && isStartable(current) && actions.start(current),
  });
  const select = (id: string): void => go({ task: id });
  const isTrayShown = width === 'wide' || isTrayOpen;
  return (
    <div className={styles.calendar} data-width={width} data-panel={selected !== undefined}>
      <RootMark name="wide-content" />
      {isTrayShown && (
        <aside className={styles.tray} aria-label={t`Month and open tasks`}>
          <MonthCalendar
            aria-label={t`Month`}
            day={calendar.chosen}
            onChange={(day) => go({ day })}
            isMarked={(day) => days.includes(day)}
          />
          <TrayLists
            {...{ tray, zone, now, onDrag }}
            onMove={({ id }) => select(id)}
            onSelect={({ id }) => select(id)}
          />
          <small>
            <Trans>Drag onto a day, or use the buttons.</Trans>
          </small>
        </aside>
      )}
      <div className={styles.main}>
        <Toolbar days={days} onBack={() => shift(-step)} onToday={today} onForward={() => shift(step)}>
          {width === 'medium' && (
            <Button variant="ghost" aria-expanded={isTrayOpen} onPress={() => setTrayOpen(!isTrayOpen)}>
              <Trans>Open tasks</Trans>
            </Button>
          )}
        </Toolbar>
        {all.employees.size > 1 && (
          <EmployeeChips
            employees={all.employees}
            chosen={chosen}
            onChange={(ids) => go({ staff: ids.join(',') || undefined })}
          />
        )}
        <KindChips kinds={kinds} hidden={allOfChosen.tasks.length - calendar.tasks.length} onChange={go} />
        {mover.move?.by === 'keys' && (
          <MoveBar move={mover.move} zone={zone} onSave={mover.commit} onCancel={mover.cancel} />
        )}
        <WeekGrid
          {...{ calendar, gridRef, selected, onDrag, refocus }}
          move={mover.move}
          colours={new Map(chosen.map((id, index) => [id, index]))}
          onSelect={select}
          onAdd={(slot) => newTask(startOfSlot(zone, slot))}
          onCursor={setCursor}
        />
        <Legend />
      </div>
      {selected !== undefined && (
        <TaskPanel key={selected} id={selected} sheets={sheets} now={now} onClose={() => go({ task: undefined })} />
      )}
    </div>
  );
}

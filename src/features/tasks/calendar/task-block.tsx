import { useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { CSSProperties, ReactElement } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { timeIn } from '../../../../contract/zones.ts';
import type { TaskType } from '../../../../contract/values.ts';
import { TaskTimer } from '../../../components/task/running-task.tsx';
import { taskTypeLabels } from '../../../components/task/task-labels.ts';
import { useOverdueText } from '../../../components/task/task-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { isClosed, isOverdue, overdueBy } from '../groups.ts';
import { shortenName } from '../draft.ts';
import styles from './block.module.css';
import { isMovable, type TaskTimes } from './moves.ts';
import type { PlacedBlock } from './place-blocks.ts';
import type { StartDrag } from './use-drag.ts';
import { DAY_MINUTES } from './wall-time.ts';

export const typeIcons: Record<TaskType, typeof IconPhone> = {
  call: IconPhone,
  meet: IconMapPin,
  message: IconMessage,
};

/** Minimum height of a block that shows time and place below the title. */
const TALL_MINUTES = 40;
const HIDDEN_LINK_WIDTH = '26px';

const percent = (minutes: number): string => `${(100 * minutes) / DAY_MINUTES}%`;

/** Returns the position of a block in its day as CSS custom properties. */
export const blockPositionStyle = ({ from, to, lane, lanes, isNarrowed }: Omit<PlacedBlock, 'id'>): CSSProperties =>
  ({
    '--top': percent(from),
    '--height': percent(to - from),
    '--lane': lane,
    '--lanes': lanes,
    '--more': isNarrowed ? HIDDEN_LINK_WIDTH : '0px',
  }) as CSSProperties;

/**
 * Returns the linked person's name, which is shorter than the title and clear enough beside the type's icon; without a
 * person, the title.
 */
const shownTitle = ({ linked_name, title }: Task): string => (linked_name ? shortenName(linked_name) : title);

/** Returns a function that describes a task in one line for screen readers, including what its block does not show. */
export function useBlockFacts(zone: string, now: number): (task: Task, isUnsent: boolean, owner?: string) => string {
  const { t } = useLingui();
  const lateText = useOverdueText();
  return (task, isUnsent, owner) => {
    const late = isOverdue(task, now) ? overdueBy(task, now, zone) : null;
    const states: Partial<Record<Task['state'], string>> = {
      completed: t({ message: 'Completed', context: 'task status' }),
      in_progress: t({ message: 'Running', context: 'task status' }),
      paused: t({ message: 'Paused', context: 'task status' }),
    };
    const span = `${timeIn(zone, Date.parse(task.start_at))}–${timeIn(zone, Date.parse(task.end_at))}`;
    const facts = [
      task.title !== shownTitle(task) && task.title,
      t(taskTypeLabels[task.type]),
      span,
      task.place,
      states[task.state],
      late && lateText(late),
    ];
    return [...facts, isUnsent && t`Not sent yet`, owner].filter(Boolean).join(', ');
  };
}

export interface TaskBlockProps {
  block: PlacedBlock;
  task: Task;
  zone: string;
  now: number;
  stopKey: string;
  isStop: boolean;
  isSelected: boolean;
  isUnsent: boolean;
  /** Whether this task is being moved, while a ghost block shows the new position. */
  isMoving: boolean;
  /** Name and colour of the assignee, if the calendar shows several employees. */
  owner?: { name: string; colour: number } | undefined;
  onPress: () => void;
  onFocus: () => void;
  onDrag: StartDrag;
}

/** The block of a task in the calendar grid. */
export function TaskBlock(props: TaskBlockProps): ReactElement {
  const { block, task, zone, now, stopKey, isStop, isSelected, isUnsent, isMoving, owner, onPress, onFocus, onDrag } =
    props;
  const factsOf = useBlockFacts(zone, now);
  const isLate = isOverdue(task, now);
  const isDone = isClosed(task);
  const isRunning = task.state === 'in_progress';
  const Icon = isDone ? IconCheck : typeIcons[task.type];
  return (
    <button
      type="button"
      className={classNames(styles.block)}
      style={blockPositionStyle(block)}
      data-type={task.type}
      data-state={isDone ? 'done' : isRunning ? 'running' : isLate ? 'late' : 'planned'}
      data-unsent={isUnsent}
      data-selected={isSelected}
      data-moving={isMoving}
      data-movable={isMovable(task)}
      data-owner={owner?.colour}
      data-stop={stopKey}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      onClick={onPress}
      onFocus={onFocus}
      onPointerDown={(event) => onDrag(event, task)}
    >
      <BlockLine icon={<Icon aria-hidden="true" />} title={shownTitle(task)}>
        {isUnsent && <IconClock aria-hidden="true" />}
      </BlockLine>
      <VisuallyHidden>, {factsOf(task, isUnsent, owner?.name)}</VisuallyHidden>
      {isRunning && (
        <span aria-hidden="true">
          <TaskTimer task={task} />
        </span>
      )}
      {!isRunning && block.to - block.from >= TALL_MINUTES && (
        <span className={styles.blockFacts} aria-hidden="true">
          <span>{isLate ? <LateText {...{ task, now, zone }} /> : timeIn(zone, Date.parse(task.start_at))}</span>
          {task.place && <span>{task.place}</span>}
        </span>
      )}
      {isMovable(task) && (
        <span className={styles.edge} data-edge="true" onPointerDown={(event) => onDrag(event, task, 'length')} />
      )}
    </button>
  );
}

function LateText({ task, now, zone }: { task: Task; now: number; zone: string }): string {
  const lateText = useOverdueText();
  const late = overdueBy(task, now, zone);
  return late ? lateText(late) : '';
}

type BlockLineProps = { icon: ReactElement; title: string; children?: ReactElement | false };

function BlockLine({ icon, title, children }: BlockLineProps): ReactElement {
  return (
    <span className={styles.blockLine}>
      {icon}
      <span className={styles.blockTitle}>{title}</span>
      {children}
    </span>
  );
}

/** The ghost block that shows where a task would be moved. */
export function GhostBlock({
  task,
  times,
  zone,
  part,
}: {
  task: Task;
  times: TaskTimes;
  zone: string;
  part: PlacedBlock;
}) {
  const Icon = typeIcons[task.type];
  const [start, end] = [timeIn(zone, times.start), timeIn(zone, times.end)];
  return (
    <div className={styles.ghost} style={blockPositionStyle(part)} aria-hidden="true">
      <span className={styles.blockLine}>
        <Icon />
        <span className={styles.blockTitle}>{`${start}–${end}`}</span>
      </span>
    </div>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { dateIn } from '../../../../contract/zones.ts';
import { moveBy, keyStepOf, type TaskTimes, timesOf } from './moves.ts';

/** A task that is being moved, and the times it would get. */
export interface Move {
  task: Task;
  times: TaskTimes;
  by: 'keys' | 'pointer';
}

export interface Mover {
  move: Move | null;
  /** Starts to move a task with the keyboard. */
  begin: (task: Task) => void;
  /** Shows the times that a dragged task would get. */
  show: (task: Task, times: TaskTimes) => void;
  /** Saves the times of a dropped task. */
  drop: (task: Task, times: TaskTimes) => void;
  cancel: () => void;
  /** Saves the shown times of a task that was moved with the keyboard. */
  commit: () => void;
}

export interface MoveOptions {
  zone: string;
  save: (task: Task, times: TaskTimes) => void;
  /** Called when the keyboard moves the task to another day. */
  onDay: (day: string) => void;
}

/**
 * Holds the move in progress. While a task is moved with the keyboard, arrows change its times, Enter saves them and
 * Escape cancels the move.
 */
export function useMove({ zone, save, onDay }: MoveOptions): Mover {
  const [move, setMove] = useState<Move | null>(null);
  const cancel = (): void => setMove(null);
  const drop = (task: Task, times: TaskTimes): void => {
    setMove(null);
    save(task, times);
  };
  const commit = (): void => {
    if (move) drop(move.task, move.times);
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!move) return;
    const isOnButton = event.target instanceof Element && event.target.closest('[data-move-bar]');
    const step = keyStepOf(event.key, event.shiftKey);
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !isOnButton);
    if (!step && !isEnd) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') cancel();
    else if (isEnd) commit();
    else if (step) {
      const times = moveBy(zone, move.times, step.days, step.minutes);
      setMove({ ...move, times });
      onDay(dateIn(zone, times.start));
    }
  });
  const isMoving = move?.by === 'keys';
  useEffect(() => {
    if (!isMoving) return undefined;
    // Listens in the capture phase, before the grid and the shortcuts, which use the same keys.
    const press = (event: KeyboardEvent): void => onKey(event);
    globalThis.addEventListener('keydown', press, true);
    return () => globalThis.removeEventListener('keydown', press, true);
  }, [isMoving]);
  return {
    move,
    begin: (task) => setMove({ task, times: timesOf(task), by: 'keys' }),
    show: (task, times) => setMove({ task, times, by: 'pointer' }),
    drop,
    cancel,
    commit,
  };
}

import { useEffect, useMemo } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';

const loadActions = () => import('./actions.ts');

export interface TaskActions {
  start: (task: Task) => void;
  pause: (task: Task) => void;
  reopen: (task: Task) => void;
}

/** Id of the task that was started last. Its buttons take over the focus from the Start button, which disappears. */
let lastStartedId: string | null = null;

/** Stores that this task was just started; see `consumeStarted`. */
export const rememberStarted = ({ id }: Task): void => {
  lastStartedId = id;
};

/** Returns whether this task was just started. For each start, only the first call returns true. */
export function consumeStarted(id: string): boolean {
  const isStarted = lastStartedId === id;
  if (isStarted) lastStartedId = null;
  return isStarted;
}

/** Returns the actions on a task that need only a single press. */
export function useTaskActions(): TaskActions {
  const store = useStore();
  const toastError = useWriteError();
  // The code of the actions is loaded after the rows but before the first press, which must not wait for the network.
  useEffect(() => void loadActions().catch(() => {}), []);
  return useMemo(() => {
    const step = (run: (task: Task) => Promise<void>) => (task: Task) => void run(task).catch(toastError);
    return {
      start: step(async (task) => {
        rememberStarted(task);
        await (await loadActions()).startTask(store, task);
      }),
      pause: step(async (task) => (await loadActions()).pauseTask(store, task)),
      reopen: step(async (task) => (await loadActions()).reopenTask(store, task)),
    };
  }, [store, toastError]);
}

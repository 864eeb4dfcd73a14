import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { isQuotaError } from '../../db/schema/db.ts';
import { log } from '../../lib/log.ts';
import { toast } from '../../ui/toast.ts';

const loadActions = () => import('./actions.ts');

/** Says why a step did not happen. Nothing was changed then: a write is whole or not there. */
export function useFailure(): (error: unknown) => void {
  const { t } = useLingui();
  return useCallback(
    (error: unknown) => {
      // Words for every code there is are no part of the first screen.
      const say = async (code: string): Promise<void> => {
        const { errorText } = await import('../../components/error/error-text.tsx');
        toast(t(errorText(code)), { tone: 'error' });
      };
      if (error instanceof Refused) {
        void say(error.code);
      } else if (isQuotaError(error)) {
        toast(t`Storage on this device is full. Nothing was saved.`, { tone: 'error' });
      } else {
        log.warn('task step failed', error);
        void say('internal');
      }
    },
    [t],
  );
}

export interface TaskActions {
  start: (task: Task) => void;
  pause: (task: Task) => void;
  reopen: (task: Task) => void;
}

/** One-press steps of a task. */
export function useTaskActions(): TaskActions {
  const store = useStore();
  const failure = useFailure();
  // After the rows, and before the first press: that one must not wait for the network.
  useEffect(() => void loadActions().catch(() => {}), []);
  return useMemo(() => {
    const step = (run: (task: Task) => Promise<void>) => (task: Task) => void run(task).catch(failure);
    return {
      start: step(async (task) => (await loadActions()).startTask(store, task)),
      pause: step(async (task) => (await loadActions()).pauseTask(store, task)),
      reopen: step(async (task) => (await loadActions()).reopenTask(store, task)),
    };
  }, [store, failure]);
}

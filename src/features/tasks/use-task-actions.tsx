import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { isQuotaError } from '../../db/schema/db.ts';
import { log } from '../../lib/log.ts';
import { toast } from '../../ui/toast.ts';

const loadActions = () => import('./actions.ts');

/** Explains why a step failed. Nothing changed: a write is applied whole or not at all. */
export function useFailure(): (error: unknown) => void {
  const { t } = useLingui();
  return useCallback(
    (error: unknown) => {
      // Texts for every error code are not part of the first screen.
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
  // Loaded after the rows and before the first press, which must not wait for the network.
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

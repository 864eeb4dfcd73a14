import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { reserveToast, toast } from '../ui/toast.ts';
import { useWriteError } from '../forms/use-write-error.ts';
import { isAcknowledged, showWaitingToast, useSavedToast } from '../components/sync/saved-toast.ts';
import { useStore } from './store-context.tsx';
import { useUndo } from './use-undo.ts';

/**
 * Returns a function that runs an action and shows a failure in a toast. It resolves to false if the action failed, or
 * was not run because another action is still running.
 */
export function useSingleFlight(): (run: () => Promise<unknown>) => Promise<boolean> {
  const toastError = useWriteError();
  const isBusy = useRef(false);
  return async (run) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      await run();
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      isBusy.current = false;
    }
  };
}

/**
 * Returns a function that queues a write and confirms it in a toast with an Undo button. It resolves to false if the
 * write failed, or was not queued because another write is still being queued.
 */
export function useWriteAction(): (write: () => Promise<string>, done: string) => Promise<boolean> {
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const runOnce = useSingleFlight();
  return (write, done) =>
    runOnce(async () => {
      const op_id = await write();
      showSavedToast(op_id, done, () => undo(op_id));
    });
}

/**
 * Returns a function that queues a request for something that only one employee can get, such as a lead. It shows
 * `done` if the server grants the request at once, or `requestedMessage` if the request is still waiting. The screen
 * itself shows a rejection.
 */
export function useRequestAction(): (
  write: () => Promise<string>,
  done: string,
  requestedMessage: string,
) => Promise<boolean> {
  const { t } = useLingui();
  const store = useStore();
  const undo = useUndo();
  const runOnce = useSingleFlight();
  return (write, done, requestedMessage) =>
    runOnce(async () => {
      const op_id = await write();
      const id = reserveToast();
      if (await isAcknowledged(store, op_id)) {
        toast(done, { tone: 'ok', id });
        return;
      }
      const action = { label: t`Undo`, isUndo: true, onPress: () => undo(op_id) };
      if ((await store.db.outbox.get({ op_id }))?.state === 'rejected') return;
      showWaitingToast(store, op_id, requestedMessage, { action, id });
    });
}

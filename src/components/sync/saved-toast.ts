import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { attentionStates } from '../../db/outbox/entry.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { currentToast, dismissToast, reserveToast, toast, type ToastOptions } from '../../ui/toast.ts';
import { useStore } from '../../hooks/store-context.tsx';

const POLL_INTERVAL_MS = 150;
const poll = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));

/**
 * Waits up to `ms` for the server to accept a write, and returns whether it did. Returns false at once if the server
 * cannot be reached. Used only to choose the wording of a message.
 */
export async function isAcknowledged(store: Store, op_id: string, ms = 2000): Promise<boolean> {
  const until = store.now() + ms;
  for (;;) {
    if (await store.db.history.get(op_id)) return true;
    const { connection } = await savedSyncStatus(store.db);
    if (connection === 'offline' || connection === 'no_answer' || store.now() >= until) return false;
    await poll();
  }
}

/** Shows a toast until the write is sent or refused. `options.id` is from `reserveToast`. */
export function showWaitingToast(
  store: Store,
  op_id: string,
  message: string,
  options: Pick<ToastOptions, 'action' | 'id'> = {},
): void {
  const id = toast(message, { ...options, tone: 'wait' });
  // A logout closes the database, so the query fails.
  void dismissWhenSent(store, op_id, id).catch(() => {});
}

/**
 * Dismisses a toast about a waiting write as soon as the write is sent or refused. Resolves when the toast has
 * disappeared.
 */
export async function dismissWhenSent(store: Store, op_id: string, id: number): Promise<void> {
  while (currentToast()?.id === id) {
    const [receipt, entry] = await Promise.all([store.db.history.get(op_id), store.db.outbox.get({ op_id })]);
    if (receipt || (entry && attentionStates.includes(entry.state))) dismissToast(id);
    else await poll();
  }
}

export interface SavedToastOptions {
  /**
   * The text that states that the write is saved on this device and will be sent. Needed if "Saved" does not describe
   * the write.
   */
  local?: string;
  /** Whether `undo` can also undo a write that was sent. */
  canUndoSent?: boolean;
}

/**
 * Returns a function that confirms a write in a toast: with `done` if the server accepts it within two seconds,
 * otherwise with a message that it is saved on this device and will be sent. The latter has an Undo button if `undo` is
 * given.
 */
export function useSavedToast(): (op_id: string, done: string, undo?: () => void, options?: SavedToastOptions) => void {
  const { t } = useLingui();
  const store = useStore();
  return useCallback(
    (op_id: string, done: string, undo?: () => void, options: SavedToastOptions = {}) => {
      const { local = t`Saved on this device. Will be sent.`, canUndoSent = false } = options;
      const action = undo && { label: t`Undo`, isUndo: true, onPress: undo };
      const id = reserveToast();
      const showToast = async (): Promise<void> => {
        if (await isAcknowledged(store, op_id))
          toast(done, { tone: 'ok', id, ...(canUndoSent && action && { action }) });
        else showWaitingToast(store, op_id, local, { id, ...(action && { action }) });
      };
      // A logout closes the database, so the query fails.
      void showToast().catch(() => {});
    },
    [store, t],
  );
}

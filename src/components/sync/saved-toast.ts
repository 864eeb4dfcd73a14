import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { savedStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { toast } from '../../ui/toast.ts';
import { useStore } from '../../hooks/store-context.tsx';

/** Resolves to whether the server accepted the write within `ms`; only decides the wording of a message. */
export async function isAcknowledged(store: Store, op_id: string, ms = 2000): Promise<boolean> {
  const until = store.now() + ms;
  for (;;) {
    if (await store.db.history.get(op_id)) return true;
    const { connection } = await savedStatus(store.db);
    if (connection === 'offline' || connection === 'no_answer' || store.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/**
 * Returns a function that confirms a write if the server has accepted it. Otherwise it says that the write is saved on
 * this device and will be sent, with Undo if the caller provides it.
 */
export function useSavedToast(): (op_id: string, done: string, undo?: () => void) => void {
  const { t } = useLingui();
  const store = useStore();
  return useCallback(
    (op_id: string, done: string, undo?: () => void) => {
      const local = t`Saved on this device. Will be sent.`;
      const action = undo && { label: t`Undo`, onPress: undo };
      const showToast = async (): Promise<void> => {
        if (await isAcknowledged(store, op_id)) toast(done, { tone: 'ok' });
        else toast(local, { tone: 'wait', ...(action && { action }) });
      };
      void showToast();
    },
    [store, t],
  );
}

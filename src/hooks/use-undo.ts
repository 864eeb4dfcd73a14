import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { toast } from '../ui/toast.ts';
import { useWriteError } from '../forms/use-write-error.ts';
import { useStore } from './store-context.tsx';

/** Returns a function that undoes an unsent write, or explains why this is no longer possible. */
export function useUndo(): (op_id: string) => void {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  return useCallback(
    (op_id: string): void => {
      const undo = async (): Promise<void> => {
        if (!(await store.undo(op_id))) toast(t`Already being sent.`);
      };
      void undo().catch(toastError);
    },
    [store, toastError, t],
  );
}

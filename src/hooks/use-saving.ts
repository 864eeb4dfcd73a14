import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { dismissToast, toast } from '../ui/toast.ts';

/** Minimum time in ms for which "Saving" is shown, so that users can read it. A failure is shown at once. */
const MIN_SAVING_SHOWN_MS = 500;

interface Saving {
  isSaving: boolean;
  /**
   * Runs `work` and shows "Saving" until it settles. If `work` succeeds, "Saving" is shown for at least half a second.
   */
  saving: <T>(work: () => Promise<T>) => Promise<T>;
}

export function useSaving(): Saving {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const saving = useCallback(
    async <T>(work: () => Promise<T>): Promise<T> => {
      const toastId = toast(t`Saving`, { stays: null });
      setSaving(true);
      try {
        const [result] = await Promise.all([
          work(),
          new Promise((resolve) => setTimeout(resolve, MIN_SAVING_SHOWN_MS)),
        ]);
        return result;
      } finally {
        dismissToast(toastId);
        setSaving(false);
      }
    },
    [t],
  );
  return { isSaving, saving };
}

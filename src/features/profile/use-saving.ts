import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { dismissToast, toast } from '../../ui/toast.ts';

/** "Saving" is shown long enough to be read. A failure is shown at once. */
const SAVING_MS = 500;

interface Saving {
  isSaving: boolean;
  /** Shows "Saving" for at least half a second. */
  saving: <T>(work: () => Promise<T>) => Promise<T>;
}

export function useSaving(): Saving {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const saving = useCallback(
    async <T>(work: () => Promise<T>): Promise<T> => {
      const said = toast(t`Saving`, { stays: null });
      setSaving(true);
      try {
        const [result] = await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, SAVING_MS))]);
        return result;
      } finally {
        dismissToast(said);
        setSaving(false);
      }
    },
    [t],
  );
  return { isSaving, saving };
}

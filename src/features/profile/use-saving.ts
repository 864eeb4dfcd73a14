import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { atLeast } from '../../cards/at-least.ts';
import { dismissToast, toast } from '../../ui/toast.ts';

interface Saving {
  isSaving: boolean;
  /** Says "Saving" while it works, for half a second at least. */
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
        return await atLeast(work());
      } finally {
        dismissToast(said);
        setSaving(false);
      }
    },
    [t],
  );
  return { isSaving, saving };
}

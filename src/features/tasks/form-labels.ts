import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { TaskType } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { shortName, type TaskDraft } from './draft.ts';

/** Default title of a task: "Call Anna P.". */
export function useTitle(): (type: TaskType, name: string | null) => string {
  const { t } = useLingui();
  return useCallback(
    (type: TaskType, full: string | null) => {
      if (full === null) return '';
      const name = shortName(full);
      if (type === 'call') return t`Call ${name}`;
      return type === 'meet' ? t`Meet ${name}` : t`Message ${name}`;
    },
    [t],
  );
}

/** Returns the error text of a field. */
export function useDraftWords(): (field: keyof TaskDraft, code: string | undefined) => string | undefined {
  const { t } = useLingui();
  return useCallback(
    (field: keyof TaskDraft, code: string | undefined) => {
      if (code === undefined) return undefined;
      if (field === 'linked_user_id') return t`Please, fill all necessary fields`;
      return t(errorText(code === 'empty' ? 'required' : code));
    },
    [t],
  );
}

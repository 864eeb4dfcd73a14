import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { TaskType } from '../../../contract/values.ts';
import { shortenName } from './draft.ts';

/** Returns a function that returns the default title of a task, such as "Call Anna P.". */
export function useDefaultTitle(): (type: TaskType, name: string | null) => string {
  const { t } = useLingui();
  return useCallback(
    (type: TaskType, full: string | null) => {
      if (full === null) return '';
      const name = shortenName(full);
      if (type === 'call') return t`Call ${name}`;
      return type === 'meet' ? t`Meet ${name}` : t`Message ${name}`;
    },
    [t],
  );
}

import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { type ErrorCode, Refused } from '../../contract/errors.ts';
import { isQuotaError } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';
import { toast } from '../ui/toast.ts';

/**
 * Returns a function that explains in a toast why a write failed. The toast states that nothing was changed: a write is
 * applied completely or not at all.
 */
export function useWriteError(): (error: unknown) => void {
  const { t } = useLingui();
  return useCallback(
    (error: unknown) => {
      const unexpected = t`That did not work. Nothing was changed. Try again.`;
      // The texts of the error codes are loaded on first use, because they are not part of the first screen.
      const textOf = async (code: ErrorCode): Promise<string> => {
        const { errorText } = await import('../components/error/error-text.tsx');
        return t(errorText(code));
      };
      if (error instanceof Refused) {
        void textOf(error.code).then(
          (text) => toast(text, { tone: 'error' }),
          () => toast(unexpected, { tone: 'error' }),
        );
      } else if (isQuotaError(error)) {
        toast(t`Storage on this device is full. Nothing was saved.`, { tone: 'error' });
      } else {
        log.warn('a write failed', error);
        toast(unexpected, { tone: 'error' });
      }
    },
    [t],
  );
}

import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Refused } from '../../contract/errors.ts';
import { isQuotaError } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';
import { toast } from '../ui/toast.ts';
import { errorText } from '../components/error/error-text.tsx';

/** What a schema of the contract finds wrong: a code for each field. Null for any other failure. */
export function fieldErrorsOf(error: unknown): Record<string, string> | null {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return null;
  const issues = error.issues as { path: PropertyKey[]; message: string }[];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message]));
}

/** Says why a step did not happen. Nothing was changed then: a write is whole or not there. */
export function useWriteError(): (error: unknown) => void {
  const { t } = useLingui();
  return useCallback(
    (error: unknown) => {
      if (error instanceof Refused) {
        toast(t(errorText(error.code)), { tone: 'error' });
      } else if (isQuotaError(error)) {
        toast(t`Storage on this device is full. Nothing was saved.`, { tone: 'error' });
      } else {
        log.warn('a step with an unsent write failed', error);
        toast(t`That did not work. Your text is saved. Try again.`, { tone: 'error' });
      }
    },
    [t],
  );
}

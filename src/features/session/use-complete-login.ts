import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import type { Failure, LoginResult } from '../../bridge/results.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { log } from '../../lib/log.ts';
import { toast } from '../../ui/toast.ts';

/** Returns a function that logs in with any login call and resolves to the failure, or to null on success. */
export function useCompleteLogin(): {
  isPending: boolean;
  completeLogin: (requestLogin: () => Promise<LoginResult>) => Promise<Failure | null>;
} {
  const { openSession } = useApp();
  const [isPending, setPending] = useState(false);
  const completeLogin = async (requestLogin: () => Promise<LoginResult>): Promise<Failure | null> => {
    setPending(true);
    try {
      const result = await requestLogin();
      if (!result.ok) return result;
      await openSession(result);
      // The language of the account is known only after its first sync.
      toast(msg`Logged in`, { tone: 'ok' });
      return null;
    } catch (error) {
      log.warn('the login failed', error);
      return { ok: false, why: 'no_answer' };
    } finally {
      setPending(false);
    }
  };
  return { isPending, completeLogin };
}

import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toast } from '../../ui/toast.ts';
import { isUnreachedStreak } from './unreached-streak.ts';
import { useStore } from '../../hooks/store-context.tsx';

/**
 * Offers to close the lead after the third unanswered call in a row; closes nothing by itself. Resolves to whether it
 * was offered.
 */
export function useSuggestClosing(): (user_id: string | null) => Promise<boolean> {
  const { t } = useLingui();
  const { db } = useStore();
  const { history } = useRouter();
  return useCallback(
    async (user_id: string | null) => {
      if (!(await isUnreachedStreak(db, user_id))) return false;
      const close = (): void => history.push(`/user/view-details/${user_id}?close=no_answer`);
      toast(t`No answer three times in a row.`, { action: { label: t`Close lead`, onPress: close } });
      return true;
    },
    [db, history, t],
  );
}

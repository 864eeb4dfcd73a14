import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toast } from '../../ui/toast.ts';
import { isUnreachedStreak } from './unreached-streak.ts';
import { useStore } from '../../hooks/store-context.tsx';

/**
 * Returns a function that suggests closing a lead in a toast, if none of the last three calls was answered. It resolves
 * to whether the toast was shown.
 */
export function useSuggestClosing(): (user_id: string | null) => Promise<boolean> {
  const { t } = useLingui();
  const { db } = useStore();
  const navigate = useNavigate();
  return useCallback(
    async (user_id: string | null) => {
      if (user_id === null || !(await isUnreachedStreak(db, user_id))) return false;
      const close = (): void =>
        void navigate({
          to: '/user/view-details/$personId',
          params: { personId: user_id },
          search: { close: 'no_answer' },
        });
      toast(t`No answer three times in a row.`, { action: { label: t`Close lead`, onPress: close } });
      return true;
    },
    [db, navigate, t],
  );
}

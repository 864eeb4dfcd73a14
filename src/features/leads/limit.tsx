import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { useNow } from '../../ui/use-now.ts';
import { leadsReceivedToday } from './queries.ts';

/** Shows how many leads the employee took today, and the daily limit; renders nothing if they are unknown. */
export function DailyLimit(): ReactElement | null {
  const { db, actor } = useStore();
  const now = useNow('minute');
  const today = useLiveQuery(async () => leadsReceivedToday(db, actor.user_id, now), [db, actor.user_id, now]);
  if (!today) return null;
  const { taken, limit } = today;
  return (
    <small>
      <Trans>
        {taken} of {limit} today
      </Trans>
    </small>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { startOfDay, zoneOrDevice } from '../../contract/zones.ts';
import { countUnread } from '../db/queries/notifications.ts';
import { countOpenTickets } from '../db/queries/staff-tickets.ts';
import { countTasksBefore } from '../db/queries/tasks.ts';
import { countWaitingLeads } from '../db/queries/waiting-leads.ts';
import { useStore } from '../hooks/store-context.tsx';
import { iso } from '../lib/ports.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { useNow } from '../ui/use-now.ts';
import { useCurrentUser } from './current-user-context.tsx';

/** The counts of the navigation items by their keys. Items with a count of zero are left out. */
export type NavCounts = Readonly<Record<string, Pick<NavItem, 'count' | 'countLabel'>>>;

/** Counting stops at this number, which the navigation shows as "99+". */
export const MAX_COUNT = 100;

const formatCount = (count: number): number | string => (count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : count);

/**
 * Counts the unread notifications and, for employees, the tasks due today, the waiting leads, and the tickets that wait
 * for a reply from the user or from any employee.
 */
export function useNavCounts(): NavCounts {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const now = useNow('minute');
  const counts = useLiveQuery(async () => {
    const inbox = await countUnread(db);
    if (!isStaff) return { inbox, tasks: 0, leads: 0, tickets: 0 };
    const zone = zoneOrDevice((await db.me.get(actor.user_id))?.time_zone);
    return {
      inbox,
      tasks: await countTasksBefore(db, iso(startOfDay(zone, now, 1)), MAX_COUNT),
      leads: await countWaitingLeads(db, MAX_COUNT),
      tickets: await countOpenTickets(db, iso(now), MAX_COUNT),
    };
  }, [db, actor.user_id, isStaff, now]);
  const labels = {
    inbox: t`unread`,
    tasks: t`due today`,
    leads: t`waiting`,
    tickets: t({ message: 'open', context: 'tickets' }),
  };
  const keys = ['inbox', 'tasks', 'leads', 'tickets'] as const;
  const entries = keys.flatMap((key) => {
    const count = counts?.[key] ?? 0;
    return count > 0 ? [[key, { count: formatCount(count), countLabel: labels[key] }] as const] : [];
  });
  return Object.fromEntries(entries);
}

import { useLiveQuery } from 'dexie-react-hooks';
import { isEmployee } from '../../../contract/roles.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { DecidingUser } from './decide.tsx';

/**
 * Returns the current user with the roles that matter for decisions about donations; undefined while the roles are
 * being read.
 */
export function useDecider(): DecidingUser | undefined {
  const { db, actor } = useStore();
  return useLiveQuery(async () => {
    const me = await db.me.get(actor.user_id);
    return { user_id: actor.user_id, is_staff: me ? isEmployee(me) : false, is_manager: actor.is_manager };
  }, [db, actor]);
}

import { TableMemo } from '../../db/table-memo.ts';
import type { Db } from '../../db/tables.ts';
import { sessionOwner, type SessionOwner } from './repository.ts';
import type { Claims } from './tokens.ts';

/** Maximum number of cached sessions. */
const MAX_SESSIONS = 5_000;

const sessions = new TableMemo<SessionOwner | undefined>(['users', 'refresh_tokens', 'sync_devices', 'sync_counter']);

/**
 * Returns the owner of a session as currently stored in the database. If only this process writes to the database,
 * owners are kept in memory until one of the tables changes. See: sessionOwner
 */
export function currentSession(
  db: Db,
  { scp, sub, fam }: Pick<Claims, 'scp' | 'sub' | 'fam'>,
  device_id: string | null,
  maxSessions = MAX_SESSIONS,
): Promise<SessionOwner | undefined> {
  const read = async (): Promise<SessionOwner | undefined> => {
    const owner = await sessionOwner(db, scp, sub, fam, device_id);
    return owner && Object.freeze(owner);
  };
  return sessions.get(db, JSON.stringify([scp, sub, fam, device_id]), read, maxSessions);
}

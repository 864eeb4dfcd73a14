import { tableChangesOf } from '../../db/table-changes.ts';
import type { Db } from '../../db/tables.ts';
import { sessionOwner, type SessionOwner } from './repository.ts';
import type { Claims } from './tokens.ts';

/** The tables from which a session is read. */
const TABLES = ['users', 'refresh_tokens', 'sync_devices', 'sync_counter'] as const;
/** How many sessions are kept; the one that was used least recently is dropped first. */
const MAX_SESSIONS = 5_000;

interface Cached {
  owner: SessionOwner | undefined;
  changes: number;
}

const sessionsByDb = new WeakMap<Db, Map<string, Cached>>();

function sessionsOf(db: Db): Map<string, Cached> {
  const sessions = sessionsByDb.get(db) ?? new Map<string, Cached>();
  sessionsByDb.set(db, sessions);
  return sessions;
}

/**
 * Returns the owner of a session as they are in the database now. If only this process writes to the database, they are
 * kept in memory until one of the tables changes. See: sessionOwner
 */
export async function currentSession(
  db: Db,
  { scp, sub, fam }: Pick<Claims, 'scp' | 'sub' | 'fam'>,
  device_id: string | null,
  maxSessions = MAX_SESSIONS,
): Promise<SessionOwner | undefined> {
  const tableChanges = tableChangesOf(db);
  if (!tableChanges) return sessionOwner(db, scp, sub, fam, device_id);
  const sessions = sessionsOf(db);
  const key = JSON.stringify([scp, sub, fam, device_id]);
  const changes = tableChanges.sum(TABLES);
  let cached = sessions.get(key);
  sessions.delete(key);
  if (cached?.changes !== changes) {
    // A change made while this statement waits for the connection is part of its result, although `changes` does not
    // include it. The session is then read once more than necessary.
    const owner = await sessionOwner(db, scp, sub, fam, device_id);
    cached = { owner: owner && Object.freeze(owner), changes };
  }
  sessions.set(key, cached);
  for (const oldest of sessions.keys()) {
    if (sessions.size <= maxSessions) break;
    sessions.delete(oldest);
  }
  return cached.owner;
}

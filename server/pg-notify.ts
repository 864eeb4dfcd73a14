import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { z } from '../contract/zod.ts';
import type { Deps } from './deps.ts';

const CHANNEL = 'haversack_pokes';
const POLL_MS = 5_000;
/** PostgreSQL's limit for a payload is 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_000;

const Poke = z.object({
  from: z.string(),
  scope: z.string(),
  rev: z.int(),
  audience: z.union([z.literal('all'), z.array(z.string())]),
});
const EndedSessions = z.object({ from: z.string(), scope: z.string(), ended_sessions_of: z.array(z.string()) });
const Message = z.union([Poke, EndedSessions]);

/** Polls the counters for writes of other processes, for the case that a notification was lost. */
async function readCounters({ db, pokes, scope }: Deps): Promise<void> {
  const scopes = [...new Set([scope, ...pokes.scopes()])];
  const rows = await db.selectFrom('sync_counter').select(['scope', 'rev']).where('scope', 'in', scopes).execute();
  for (const row of rows) if (row.rev > pokes.rev(row.scope)) pokes.receive({ ...row, audience: 'all' });
}

async function listen(url: string, me: string, { pokes, log }: Deps): Promise<Client | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', (error) =>
    log.warn({ reason: error.message }, 'lost the connection for notifications; polling for pokes of other processes'),
  );
  client.on('notification', ({ payload }) => {
    try {
      const { from, ...message } = Message.parse(JSON.parse(payload ?? ''));
      if (from === me) return;
      if ('rev' in message) pokes.receive(message);
      else pokes.recheck(message);
    } catch {
      // Not one of our messages: if it stands for a write, polling finds it.
    }
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'cannot listen for notifications; polling for pokes of other processes',
    );
    await client.end().catch(() => undefined);
    return null;
  }
}

/**
 * Shares pokes among the processes on one PostgreSQL: LISTEN/NOTIFY, with polling as a fallback. Returns the
 * unsubscribe function.
 */
export async function subscribeToPokes(deps: Deps, url: string): Promise<() => Promise<void>> {
  const me = randomUUID();
  await readCounters(deps);
  const client = await listen(url, me, deps);
  const failed = (error: unknown) => deps.log.debug({ err: error }, 'a poke was not sent to other processes');
  const notify = (payload: string) => {
    sql`select pg_notify(${CHANNEL}, ${payload})`.execute(deps.db).catch(failed);
  };
  deps.pokes.onAnnounce = (message) => {
    const whole = JSON.stringify({ from: me, ...message });
    notify(whole.length <= MAX_PAYLOAD_BYTES ? whole : JSON.stringify({ from: me, ...message, audience: 'all' }));
  };
  deps.pokes.onSessionsEnded = (message) => notify(JSON.stringify({ from: me, ...message }));
  const timer = setInterval(() => void readCounters(deps).catch(failed), POLL_MS).unref();
  return async () => {
    clearInterval(timer);
    deps.pokes.onAnnounce = null;
    deps.pokes.onSessionsEnded = null;
    await client?.end().catch(() => undefined);
  };
}

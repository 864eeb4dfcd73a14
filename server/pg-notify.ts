import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { z } from '../contract/zod.ts';
import type { Deps } from './deps.ts';

const CHANNEL = 'haversack_pokes';
const POLL_INTERVAL_MS = 5_000;
/** Maximum size of a payload, slightly below PostgreSQL's limit of 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_000;

const Poke = z.object({
  from: z.string(),
  scope: z.string(),
  rev: z.int(),
  audience: z.union([z.literal('all'), z.array(z.string())]),
});
const EndedSessions = z.object({ from: z.string(), scope: z.string(), ended_sessions_of: z.array(z.string()) });
const Message = z.union([Poke, EndedSessions]);

/**
 * Polls the rev counters to find writes of other processes whose notification was lost, and writes that the database
 * has lost.
 */
export async function readCounters({ db, pokes, scope, onLoss }: Deps): Promise<void> {
  const scopes = [...new Set([scope, ...pokes.scopes()])];
  const known = new Map(scopes.map((name) => [name, pokes.rev(name)]));
  const rows = await db.selectFrom('sync_counter').select(['scope', 'rev']).where('scope', 'in', scopes).execute();
  for (const row of rows) {
    const before = known.get(row.scope) ?? 0;
    if (row.rev < before) onLoss?.({ scope: row.scope, known: before });
    if (row.rev > pokes.rev(row.scope)) pokes.receive({ ...row, audience: 'all' });
  }
}

async function listen(url: string, processId: string, { pokes, log }: Deps): Promise<Client | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', (error) =>
    log.warn({ reason: error.message }, 'notification connection lost; polling for writes of other processes'),
  );
  client.on('notification', ({ payload }) => {
    try {
      const { from, ...message } = Message.parse(JSON.parse(payload ?? ''));
      if (from === processId) return;
      if ('rev' in message) pokes.receive(message);
      else pokes.recheck(message);
    } catch {
      // Ignore payloads that are not our messages. If one did announce a write, polling finds that write.
    }
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'cannot listen for notifications; polling for writes of other processes',
    );
    await client.end().catch(() => undefined);
    return null;
  }
}

/**
 * Shares pokes among all processes that use the same PostgreSQL, through LISTEN/NOTIFY with polling as a fallback.
 * Returns a function that unsubscribes.
 */
export async function subscribeToPokes(deps: Deps, url: string): Promise<() => Promise<void>> {
  const processId = randomUUID();
  await readCounters(deps);
  const client = await listen(url, processId, deps);
  const logFailure = (error: unknown) => deps.log.debug({ err: error }, 'could not send a poke to other processes');
  const notify = (payload: string) => {
    sql`select pg_notify(${CHANNEL}, ${payload})`.execute(deps.db).catch(logFailure);
  };
  deps.pokes.onAnnounce = (message) => {
    const payloadWithAudience = JSON.stringify({ from: processId, ...message });
    notify(
      payloadWithAudience.length <= MAX_PAYLOAD_BYTES
        ? payloadWithAudience
        : JSON.stringify({ from: processId, ...message, audience: 'all' }),
    );
  };
  deps.pokes.onSessionsEnded = (message) => notify(JSON.stringify({ from: processId, ...message }));
  const timer = setInterval(() => void readCounters(deps).catch(logFailure), POLL_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    deps.pokes.onAnnounce = null;
    deps.pokes.onSessionsEnded = null;
    await client?.end().catch(() => undefined);
  };
}

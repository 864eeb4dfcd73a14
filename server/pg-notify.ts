import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { z } from '../contract/zod.ts';
import type { Deps } from './deps.ts';
import { combineMessages, type PokeMessage, type SessionMessage } from './pokes.ts';

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

/** How long pokes to other processes are collected, because a NOTIFY takes a lock of the entire database. */
const COLLECT_MS = 50;

/** First and longest delay before the connection for notifications is opened again after a failure. */
const RECONNECT_MS = { first: 1_000, max: 30_000 };

interface Listener {
  stop(): Promise<void>;
}

function receiveInto({ pokes }: Deps, processId: string): (payload: string | undefined) => void {
  return (payload) => {
    try {
      const { from, ...message } = Message.parse(JSON.parse(payload ?? ''));
      if (from === processId) return;
      if ('rev' in message) pokes.receive(message);
      else pokes.recheck(message);
    } catch {
      // Ignore payloads that cannot be parsed. If such a payload announced a write, polling finds the write.
    }
  };
}

/**
 * Listens for notifications on a direct connection. Reconnects after the connection is lost: first after 1 s, then
 * after delays that double up to 30 s. The returned promise waits only for the first attempt. While there is no
 * connection, polling finds writes of other processes.
 */
async function listen(url: string, deps: Deps, receive: (payload: string | undefined) => void): Promise<Listener> {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let delay = RECONNECT_MS.first;
  const retry = (reason: string): void => {
    client = null;
    if (isStopped) return;
    deps.log.warn(
      { reason, retry_ms: delay },
      'no connection for notifications; polling for writes of other processes',
    );
    timer = setTimeout(() => void connect(), delay).unref();
    delay = Math.min(delay * 2, RECONNECT_MS.max);
  };
  const connect = async (): Promise<void> => {
    const newClient = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    let isLost = false;
    const onLost = (reason: string): void => {
      if (isLost) return;
      isLost = true;
      void newClient.end().catch(() => undefined);
      retry(reason);
    };
    newClient.on('error', ({ message }) => onLost(message));
    newClient.on('end', () => onLost('closed'));
    newClient.on('notification', ({ payload }) => receive(payload));
    try {
      await newClient.connect();
      await newClient.query(`listen ${CHANNEL}`);
    } catch (error) {
      onLost(error instanceof Error ? error.message : 'unknown');
      return;
    }
    client = newClient;
    delay = RECONNECT_MS.first;
    if (isStopped) await newClient.end().catch(() => undefined);
  };
  await connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Collects pokes and sends them to the other processes together, one per scope. */
class Collector {
  readonly #pending = new Map<string, PokeMessage>();
  readonly #send: (message: PokeMessage) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: (message: PokeMessage) => void) {
    this.#send = send;
  }

  add(message: PokeMessage): void {
    const pending = this.#pending.get(message.scope);
    this.#pending.set(message.scope, pending ? combineMessages(pending, message) : message);
    this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS).unref();
  }

  /** Sends the collected pokes. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const message of this.#pending.values()) this.#send(message);
    this.#pending.clear();
  }
}

/**
 * Shares pokes among all processes that use the same PostgreSQL, through LISTEN/NOTIFY with polling as a fallback.
 * Returns a function that unsubscribes.
 */
export async function subscribeToPokes(deps: Deps, url: string): Promise<() => Promise<void>> {
  const processId = randomUUID();
  await readCounters(deps);
  const listener = await listen(url, deps, receiveInto(deps, processId));
  const logFailure = (error: unknown) => deps.log.debug({ err: error }, 'could not send a poke to other processes');
  const pending = new Set<Promise<unknown>>();
  const notify = (message: PokeMessage | SessionMessage): void => {
    const payload = JSON.stringify({ from: processId, ...message });
    const isTooLong = payload.length > MAX_PAYLOAD_BYTES && 'rev' in message;
    const shortPayload = isTooLong ? JSON.stringify({ from: processId, ...message, audience: 'all' }) : payload;
    const sending = sql`select pg_notify(${CHANNEL}, ${shortPayload})`.execute(deps.db).catch(logFailure);
    pending.add(sending);
    void sending.finally(() => pending.delete(sending));
  };
  const collector = new Collector(notify);
  deps.pokes.onAnnounce = (message) => collector.add(message);
  deps.pokes.onSessionsEnded = notify;
  const timer = setInterval(() => void readCounters(deps).catch(logFailure), POLL_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    deps.pokes.onAnnounce = null;
    deps.pokes.onSessionsEnded = null;
    collector.flush();
    await Promise.all(pending);
    await listener.stop();
  };
}

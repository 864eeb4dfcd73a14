import type { EntityName } from '../../../contract/entities/stores.ts';
import type { Change, ChangesReply } from '../../../contract/sync.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { log } from '../../../src/lib/log.ts';
import type { ApiClient } from './api-client.ts';
import { Ids } from './ids.ts';
import { isMissing } from './missing-calls.ts';
import type { ReadContext } from './rows.ts';
import { markPrompted } from './sent-ops.ts';
import { newTableState, readTable, type TableReadResult, type TableState } from './read-table.ts';
import { tables } from './tables/index.ts';
import type { TableReader } from './tables/shared.ts';
import { lastCompleteRead, saveUnreadLists } from './unread-lists.ts';

/** Maximum number of changes in a reply, because the phone stores a reply in one transaction. */
const MAX_CHANGES = 500;
/** When the user requests the newest data, lists that were read within this time in ms are not read again. */
const FRESH_MS = 10_000;
/** Time in ms after which the list of an entity is read again if two attempts in a row have failed. */
const RETRY_MS = 60_000;

/**
 * The documented API has no revisions, so this device assigns a revision to each version of a row. The cursors never
 * change, and are lower than the revision of every row.
 */
export const cursors = { p0: 0, p1: 0, p2: 0, p3: 0 } as const;

/**
 * `refused`: the API refuses the token of the user, or tells the device to wait. `unreachable`: no list can be read.
 */
export type ChangesResult =
  | { kind: 'changes'; reply: ChangesReply }
  | { kind: 'refused'; status: number; retry_after_ms: number | null }
  | { kind: 'unreachable' };

/** Stores whether the API has the list of an entity. Missing lists are requested again at the next start. */
async function noteWhetherListExists(
  { facts: { missing }, ports }: ApiClient,
  db: PhoneDb,
  { lists }: TableReader,
  { failure }: TableReadResult,
): Promise<void> {
  const { call } = lists[0]!;
  if (failure === null) await missing.forget(db, call);
  else if (failure.kind === 'refused' && isMissing(failure.status)) await missing.note(db, call, ports.clock.now());
}

/** Reads the lists that are due, and converts their differences from the phone's rows into changes. */
export class ListReader {
  private readonly states = new Map<EntityName, TableState>();
  private readonly reported = new Set<string>();
  /** Maps the key of a file to its URL in the lists. */
  readonly files = new Map<string, string>();
  private queue: Change[] = [];
  /** Whether the last pass left rows of a list unread. */
  private isUnfinished = false;
  /** The time (ISO) of the last pass of an earlier context, null if there was none; undefined before the first pass. */
  private earlier: string | null | undefined;

  private stateOf(table: TableReader): TableState {
    const state = this.states.get(table.entity) ?? newTableState(table);
    this.states.set(table.entity, state);
    return state;
  }

  /** Makes the next pass read the entity, because a write may have changed it. */
  expire(entity: EntityName): void {
    const state = this.states.get(entity);
    if (state) Object.assign(state, { due_at: 0, pending: [] });
  }

  /** Makes the next pass read all entities, because the user requested the newest data or opened the app. */
  expireAll(now: number): void {
    for (const [entity, state] of this.states) {
      const table = tables.find((reader) => reader.entity === entity)!;
      const read_at = state.due_at - state.interval_ms;
      if (now - read_at >= FRESH_MS) Object.assign(state, { due_at: 0, interval_ms: table.minutes[0] * 60_000 });
    }
  }

  /** Reads the lists that are due. Call while holding the sync lock. */
  async read(client: ApiClient, db: PhoneDb, user_id: string): Promise<ChangesResult> {
    if (this.queue.length > 0) return { kind: 'changes', reply: this.reply(client) };
    await markPrompted(db);
    if (this.earlier === undefined) this.earlier = await lastCompleteRead(db);
    const me = (await db.me.get(user_id)) ?? null;
    const ids = await Ids.load(db, this.files);
    const context: ReadContext = { ids, me, user_id, now: client.serverTime(), reported: this.reported };
    const isSupported = ({ lists }: TableReader) => lists.every(({ call }) => !client.facts.missing.isOff(call));
    const dueTables = tables.filter(
      (table) => isSupported(table) && this.isDue(table, me?.is_staff ?? false, client.ports.clock.now()),
    );
    let isNetworkDown = false;
    this.isUnfinished = false;
    for (const table of dueTables) {
      const result = await readTable(table, this.stateOf(table), client, db, context);
      await noteWhetherListExists(client, db, table, result);
      this.schedule(table, result, client);
      this.queue.push(...result.changes);
      const { failure } = result;
      if (failure?.kind === 'refused' && (failure.status === 401 || failure.status === 429))
        return { kind: 'refused', status: failure.status, retry_after_ms: failure.retry_after_ms };
      // Without a network, all other lists would also run into a timeout, one after another.
      isNetworkDown = failure?.kind === 'none' && failure.is_network;
      if (isNetworkDown) break;
    }
    await ids.save();
    const states = tables.filter(isSupported).map((table) => ({ table, state: this.stateOf(table) }));
    const isReadable = states.some(({ state }) => state.isOff || (state.read_at !== null && state.failures === 0));
    if (isNetworkDown || !isReadable) return { kind: 'unreachable' };
    // After a first failure a list is read again immediately, so it does not count as unread yet.
    const failingStates = states.filter(({ state }) => state.failures > 1);
    await saveUnreadLists(db, failingStates, this.earlier);
    return { kind: 'changes', reply: this.reply(client) };
  }

  private isDue(table: TableReader, is_staff: boolean, now: number): boolean {
    const { isOff, due_at, interval_ms } = this.stateOf(table);
    // A due time too far in the future means that the clock of the device was set back.
    return !isOff && (is_staff || !table.staff) && (due_at <= now || due_at - now > interval_ms);
  }

  /**
   * Plans the next read: immediately after a first failure, and at growing intervals while the list does not change.
   */
  private schedule(table: TableReader, { changes, has_more, failure }: TableReadResult, client: ApiClient): void {
    const state = this.stateOf(table);
    const now = client.ports.clock.now();
    const [shortest, longest] = table.minutes.map((minutes) => minutes * 60_000) as [number, number];
    this.isUnfinished ||= has_more;
    if (failure && !state.isOff) {
      log.warn('a list of the API could not be read', table.entity);
      state.failures += 1;
      const isFirst = state.failures === 1;
      this.isUnfinished ||= isFirst;
      state.due_at = isFirst ? now : now + Math.min(RETRY_MS, state.interval_ms);
      return;
    }
    const wasRead = state.read_at !== null;
    state.interval_ms = changes.length > 0 || !wasRead ? shortest : Math.min(longest, state.interval_ms * 2);
    state.due_at = has_more ? 0 : now + state.interval_ms;
    Object.assign(state, { failures: 0, read_at: client.serverTime() });
  }

  private reply(client: ApiClient): ChangesReply {
    const changes = this.queue.splice(0, MAX_CHANGES);
    const has_more = this.queue.length > 0 || this.isUnfinished;
    return { changes, acked: [], cursors, has_more, server_time: client.serverTime() };
  }
}

import type { Change } from '../../../contract/sync.ts';
import type { AnyRow } from '../../../src/db/outbox/view.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import type { ApiClient } from './api-client.ts';
import { loadUnsettled, mayBeCreatedBy, type Unsettled } from './matching.ts';
import { readList, type ListResult, type PartOfList } from './lists.ts';
import { isSameRow, parseRow, readRow, storedRows, type ReadContext, type StoredRow } from './rows.ts';
import type { TableReader } from './tables/shared.ts';
import { fieldsOf } from './values.ts';

/** Maximum number of requests for single rows in one pass of an entity. */
const MAX_DETAILS = 8;
/** A row without a detail call is deleted once this many consecutive complete lists lack it. */
const ABSENCES_UNTIL_DELETION = 2;

/** The state of an entity's list, kept by a context between two passes. */
export interface TableState {
  /** Device time of the next read, in ms. */
  due_at: number;
  interval_ms: number;
  /** The ETag of a list that is a single response, and the rows that were read from that response. */
  etag: string | null;
  sent: readonly { id: string; rev: number }[];
  parts: Map<number, PartOfList>;
  /** Rows of the last lists whose details are not read yet. */
  pending: unknown[];
  /** Number of consecutive complete lists that lacked a row, by its id. */
  absences: Map<string, number>;
  /** Whether the API does not offer the call to this user. */
  isOff: boolean;
  /** Number of consecutive reads that failed. */
  failures: number;
  /** The time (ISO, of the API) at which the list was last read; null if this context has not read it yet. */
  read_at: string | null;
}

export const newTableState = (table: TableReader): TableState => ({
  due_at: 0,
  interval_ms: table.minutes[0] * 60_000,
  etag: null,
  sent: [],
  parts: new Map(),
  pending: [],
  absences: new Map(),
  isOff: false,
  failures: 0,
  read_at: null,
});

/**
 * `failure`: the response that prevented the entity, or a part of it, from being read. `has_more`: the next pass
 * continues.
 */
export interface TableReadResult {
  changes: Change[];
  has_more: boolean;
  failure: Extract<ListResult, { kind: 'refused' | 'none' }> | null;
}

interface TableRead {
  table: TableReader;
  state: TableState;
  client: ApiClient;
  context: ReadContext;
  stored: Map<string, StoredRow>;
  unsettled: Unsettled;
  /** The changes by the ids of their rows, because a row may occur in several lists. */
  changes: Map<string, Change>;
  /** Number of requests for single rows in this pass, and number of such requests that got a response. */
  details: number;
  read_details: number;
  /** Number of unreadable rows in the lists. */
  unreadable: number;
}

/** Whether the rows of the last pass were stored; if not, the ETag describes rows that the phone does not have. */
const wasStored = ({ state, stored }: TableRead): boolean =>
  state.sent.every(({ id, rev }) => (stored.get(id)?.row?.rev ?? 0) >= rev);

interface Lists {
  rows: unknown[];
  is_whole: boolean;
  has_more: boolean;
}

/** Reads all lists of the entity. Returns null if nothing changed. */
async function readLists(pass: TableRead): Promise<Lists | null | NonNullable<TableReadResult['failure']>> {
  const { table, state, client } = pass;
  const lists: Lists = { rows: [], is_whole: table.whole, has_more: false };
  const etag = table.lists.length === 1 && state.etag !== null && wasStored(pass) ? state.etag : undefined;
  for (const [index, list] of table.lists.entries()) {
    const result = await readList(client, list, state.parts.get(index) ?? null, etag);
    if (result.kind === 'refused' || result.kind === 'none') return result;
    if (result.kind === 'same') return null;
    if (result.kind === 'part') {
      state.parts.set(index, result.part);
      return { ...lists, rows: result.part.rows, is_whole: false, has_more: true };
    }
    state.parts.delete(index);
    state.etag = result.etag;
    lists.rows.push(...result.rows);
    lists.is_whole &&= result.is_whole;
  }
  return lists;
}

function addChange(
  { table, stored, changes, unsettled, context }: TableRead,
  row: Record<string, unknown>,
  raw: unknown,
): void {
  const id = String(row['id']);
  const before = stored.get(id)?.row ?? null;
  if (before === null && unsettled.creates.some((args) => mayBeCreatedBy(row, raw, args, context.user_id))) return;
  if (isSameRow(row, before)) return;
  const rev = (before?.rev ?? 0) + 1;
  changes.set(id, { c: table.entity, op: 'put', id, rev, row: { ...row, rev } });
}

/** Returns a row of a list. The fields that only the detail has are taken from the stored row. */
function withStoredDetail(table: TableReader, row: Record<string, unknown>, stored: AnyRow): Record<string, unknown> {
  const storedFields = Object.entries(stored).filter(([name]) => table.only_in_detail?.includes(name));
  return { ...row, ...Object.fromEntries(storedFields) };
}

/** Whether a row of a list already contains the fields that the detail has. */
function isComplete({ only_in_detail }: TableReader, row: Record<string, unknown>): boolean {
  const value = only_in_detail === undefined ? true : row[only_in_detail[0]!];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Reads one row with its detail call. Returns `wait` if it must be tried again. */
async function readDetail(
  { table, client, context, stored }: TableRead,
  id: string,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> | 'wait' | null> {
  const call = table.detail?.(context.ids.foreign(id), row) ?? null;
  if (call === null) return row;
  const { call: name, ...options } = call;
  const result = await client.call(name, options);
  if (result.kind !== 'reply')
    return result.kind === 'refused' && (result.status === 404 || result.status === 403) ? null : 'wait';
  const fields = fieldsOf(result.body);
  const raw =
    fields['id'] === undefined
      ? (Object.values(fields).find((value) => fieldsOf(value)['id'] !== undefined) ?? result.body)
      : result.body;
  return readRow(table, raw, context, stored.get(id)?.row ?? null);
}

/**
 * Compares a row of a list with the stored row, and reads its detail if it has changed. Returns false if the row must
 * be read in a later pass.
 */
async function compareRow(pass: TableRead, raw: unknown, listed: Set<string>): Promise<boolean> {
  const { table, context, stored, state } = pass;
  const fields = fieldsOf(raw);
  const foreign_id = fields[table.id_field ?? 'id'] ?? fields['id'] ?? fields['pk'] ?? fields['uuid'];
  const id = table.own ? context.user_id : context.ids.own(table.space, foreign_id);
  const before = id === null ? null : (stored.get(id)?.row ?? null);
  const row = parseRow(table, raw, context, before);
  // An unreadable row is still in the list, so it must not be deleted.
  if (id !== null) listed.add(id);
  if (row === 'unreadable') pass.unreadable += 1;
  if (typeof row === 'string' || id === null) return true;
  state.absences.delete(id);
  if (pass.unsettled.changed.has(id)) return true;
  if (isComplete(table, row)) {
    addChange(pass, row, raw);
    return true;
  }
  if (before !== null && isSameRow(withStoredDetail(table, row, before), before)) return true;
  if (pass.details >= MAX_DETAILS) return false;
  pass.details += 1;
  const detail = await readDetail(pass, id, row);
  if (detail === 'wait') return false;
  pass.read_details += 1;
  if (detail !== null) addChange(pass, detail, raw);
  return true;
}

/** Deletes rows that have left the list, after the API has confirmed that they are gone. */
async function removeMissing(pass: TableRead, listed: ReadonlySet<string>): Promise<void> {
  const { table, stored, context, client, state, changes } = pass;
  for (const [id, { row, isWaiting }] of stored) {
    if (row === null || isWaiting || listed.has(id)) continue;
    const call = table.detail?.(context.ids.foreign(id), row) ?? null;
    if (call !== null) {
      if (pass.details >= MAX_DETAILS) return;
      pass.details += 1;
      const { call: name, ...options } = call;
      const result = await client.call(name, options);
      if (result.kind !== 'refused' || (result.status !== 404 && result.status !== 410)) continue;
    } else {
      const absences = (state.absences.get(id) ?? 0) + 1;
      state.absences.set(id, absences);
      if (absences < ABSENCES_UNTIL_DELETION) continue;
    }
    state.absences.delete(id);
    changes.set(id, { c: table.entity, op: 'del', id, rev: row.rev });
  }
}

/**
 * Whether a status means that the API does not offer the list to this user, so that it is not requested again before
 * the next start. If the phone has rows of the list, the list exists, and a 404 comes from a server that is being
 * updated.
 */
const isNotOffered = (status: number, hasRows: boolean): boolean =>
  status === 403 || (!hasRows && [404, 405, 501].includes(status));

/** The failure of a pass that got no row: all rows of the list are unreadable, or no detail could be read. */
const noRowsFailure = { kind: 'none', is_network: false } as const;

/**
 * Reads the lists of one entity, and compares them with what the phone has: an unchanged list results in no changes.
 * The stored rows are read before the list, so that a row that is acknowledged in the meantime is newer than the list.
 */
export async function readTable(
  table: TableReader,
  state: TableState,
  client: ApiClient,
  db: PhoneDb,
  context: ReadContext,
): Promise<TableReadResult> {
  const stored = await storedRows(db, table.entity);
  const unsettled = await loadUnsettled(db, table.entity);
  const pass: TableRead = {
    table,
    state,
    client,
    context,
    stored,
    unsettled,
    changes: new Map(),
    details: 0,
    read_details: 0,
    unreadable: 0,
  };
  const { pending } = state;
  const lists = pending.length > 0 ? { rows: pending, is_whole: false, has_more: false } : await readLists(pass);
  if (lists !== null && 'kind' in lists) {
    state.isOff = lists.kind === 'refused' && isNotOffered(lists.status, stored.size > 0);
    return { changes: [], has_more: false, failure: lists };
  }
  if (lists === null) return { changes: [], has_more: false, failure: null };
  if (lists.has_more) return { changes: [], has_more: true, failure: null };
  pass.unsettled = await loadUnsettled(db, table.entity);
  const listed = new Set<string>();
  const untriedRows: unknown[] = [];
  const failedRows: unknown[] = [];
  for (const raw of lists.rows) {
    const isTried = pass.details < MAX_DETAILS;
    if (!(await compareRow(pass, raw, listed))) (isTried ? failedRows : untriedRows).push(raw);
  }
  // Failed rows come last, so that they do not delay rows that have not been tried. If no detail could be read, all
  // rows wait until the list is read again.
  state.pending = pass.read_details > 0 ? [...untriedRows, ...failedRows] : [];
  const isUnreadable = pass.unreadable > 0 && pass.unreadable === lists.rows.length;
  if (lists.is_whole && !isUnreadable && untriedRows.length + failedRows.length === 0)
    await removeMissing(pass, listed);
  const changes = [...pass.changes.values()];
  state.sent = changes.flatMap(({ op, id, rev }) => (op === 'put' ? [{ id, rev }] : []));
  const failure = isUnreadable || (failedRows.length > 0 && pass.read_details === 0) ? noRowsFailure : null;
  // Forget the ETag, so that the next read gets the rows again even if the list has not changed.
  if (failure) state.etag = null;
  return { changes, has_more: state.pending.length > 0, failure };
}

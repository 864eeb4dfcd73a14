import { callNamed } from '../../../contract/api-calls/index.ts';
import type { PushOp } from '../../../contract/sync.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import type { ApiClient } from './api-client.ts';
import { readList, type PartOfList } from './lists.ts';
import { mayBeCreatedBy } from './matching.ts';
import type { OpContext } from './outcomes.ts';
import { readRow, storedRows } from './rows.ts';
import { tableOf } from './tables/index.ts';
import { people } from './tables/staff.ts';
import type { ListCall, TableReader } from './tables/shared.ts';
import { fieldsOf, isObject } from './values.ts';
import { findDocumentedCall } from './write-calls.ts';

/**
 * The effect of a write whose response was lost, as far as the API shows it. `done`: it took effect; `raw` is its
 * record. `absent`: it had no effect, so it can be sent again. `unknown`: the API does not show whether it took effect.
 * `failed`: the API could not be asked.
 */
export type EffectCheck = { kind: 'done'; raw: unknown } | { kind: 'absent' | 'unknown' | 'failed' };

/** Writes that set fields to values: sending them twice has the same effect as sending them once. */
const repeatableKinds: readonly string[] = [
  ...['settings.update', 'me.work_times', 'me.update', 'me.avatar', 'contact.photo'],
  ...['flow.cover', 'flow.archive', 'flow.unarchive'],
];

/** Reads all pages of the lists of an entity. Returns null if a list could not be read completely. */
async function readWholeLists(client: ApiClient, lists: readonly ListCall[]): Promise<unknown[] | null> {
  const rows: unknown[] = [];
  for (const list of lists) {
    let part: PartOfList | null = null;
    do {
      const result = await readList(client, list, part);
      if (result.kind !== 'whole' && result.kind !== 'part') return null;
      part = result.kind === 'part' ? result.part : null;
      if (result.kind === 'whole') rows.push(...result.rows);
    } while (part !== null);
  }
  return rows;
}

/**
 * Finds the record that a write has created: a record that has the values of the write, and that the phone did not have
 * when the write was sent.
 */
async function findCreated(
  client: ApiClient,
  context: OpContext,
  op: PushOp,
  table: TableReader,
): Promise<EffectCheck> {
  const listed = await readWholeLists(client, table.lists);
  if (listed === null) return { kind: 'failed' };
  const stored = await storedRows(context.db, op.entity);
  const found = listed.filter((raw) => {
    const row = readRow(table, raw, context.read, null);
    if (row === null) return false;
    if (row['id'] === op.id) return true;
    const isOld = (stored.get(String(row['id']))?.row ?? null) !== null;
    return !isOld && mayBeCreatedBy(row, raw, op.args, context.actor.user_id);
  });
  if (found.length > 1) return { kind: 'unknown' };
  return found.length === 1 ? { kind: 'done', raw: found[0] } : { kind: 'absent' };
}

/** The state to which each command leads. */
const commandStates: Record<string, (row: Record<string, unknown>, context: OpContext) => boolean> = {
  'task.start': ({ state }) => state === 'in_progress',
  'task.pause': ({ state }) => state === 'paused',
  'task.finish': ({ state }) => state === 'completed',
  'task.cancel': ({ state }) => state === 'cancelled',
  'task.reopen': ({ state }) => state === 'planned' || state === 'paused',
  'ticket.take': ({ responsible_id }, { actor }) => responsible_id === actor.user_id,
  'ticket.release': ({ responsible_id }) => responsible_id === null,
  'ticket.reject': ({ state }) => state === 'rejected',
  'lead.activate': ({ status }) => status === 'active',
  'lead.close': ({ status }) => status === 'not_active',
  'lead.reopen': ({ status }) => status === 'processing',
  'lead.give': ({ responsible_id }, { actor }) => responsible_id !== actor.user_id,
  'lead.reject': ({ responsible_id }, { actor }) => responsible_id !== actor.user_id,
};

/** Commands after which the record is no longer in the user's lists. */
const leavingKinds: readonly string[] = ['lead.give', 'lead.reject'];

/** Finds the current version of the record that a write changes. */
async function findCurrent(client: ApiClient, context: OpContext, op: PushOp, table: TableReader): Promise<unknown> {
  const listed = await readWholeLists(client, table.lists);
  if (listed === null) return null;
  return (
    listed.find((raw) => context.ids.own(table.space, fieldsOf(raw)['id'] ?? fieldsOf(raw)['pk']) === op.id) ??
    'missing'
  );
}

async function checkCommand(
  client: ApiClient,
  context: OpContext,
  op: PushOp,
  table: TableReader,
): Promise<EffectCheck> {
  const isReached = commandStates[op.kind];
  const raw = await findCurrent(client, context, op, table);
  if (raw === null) return { kind: 'failed' };
  if (raw === 'missing' && leavingKinds.includes(op.kind)) return { kind: 'done', raw: null };
  // A task leaves the lists when it is finished.
  if (raw === 'missing' || !isReached) return { kind: 'unknown' };
  const row = readRow(table, raw, context.read, null);
  if (row === null) return { kind: 'unknown' };
  return isReached(row, context) ? { kind: 'done', raw } : { kind: 'absent' };
}

/**
 * Finds out whether a lead was taken, which is the case if it is one of the user's people. Otherwise the lead is still
 * waiting or belongs to someone else, so the request can safely be sent again.
 */
async function checkTake(client: ApiClient, context: OpContext, op: PushOp): Promise<EffectCheck> {
  const raw = await findCurrent(client, context, op, people);
  if (raw === null) return { kind: 'failed' };
  if (raw === 'missing') return { kind: 'absent' };
  const row = readRow(people, raw, context.read, null);
  // An API that does not name the responsible employee lists only the user's own people.
  const responsible_id = row?.['responsible_id'] ?? context.actor.user_id;
  return responsible_id === context.actor.user_id ? { kind: 'done', raw } : { kind: 'absent' };
}

/** Finds out whether a write whose response was lost took effect. */
export async function checkEffect(client: ApiClient, context: OpContext, op: PushOp): Promise<EffectCheck> {
  const write = writeNamed(op.kind);
  const documented = findDocumentedCall(op, context.actor);
  if (!write || !documented || !isObject(op.args)) return { kind: 'unknown' };
  // Setting fields to the same values, or deleting a record again, changes nothing.
  const isRepeatable = write.mode === 'patch' || write.mode === 'delete' || repeatableKinds.includes(op.kind);
  if (isRepeatable || callNamed(documented.call).method === 'PUT') return { kind: 'absent' };
  if (op.kind === 'lead.take') return checkTake(client, context, op);
  const table = tableOf(op.entity);
  if (!table) return { kind: 'unknown' };
  return write.mode === 'create' ? findCreated(client, context, op, table) : checkCommand(client, context, op, table);
}

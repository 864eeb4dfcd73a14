import { sql, type Selectable } from 'kysely';
import { errorStatus } from '../../contract/error-status.ts';
import { Refused, type ErrorCode } from '../../contract/errors.ts';
import { inSavepoint, currentUnitRev } from '../context.ts';
import type { SyncOpsTable } from '../db/sync-tables.ts';
import { LOCK_NOT_AVAILABLE, setLockTimeout, sqlState } from '../db/transaction.ts';
import type { HandlerContext } from '../handlers.ts';
import { RefusedWithRow } from './with-current-row.ts';

export interface Operation {
  /** UUID of the write, unique per user. */
  op_id: string;
  /** Name of the write or of the call. */
  kind: string;
  request_hash: string;
  device_id: string | null;
}

/** A refusal in the form in which it is stored and sent to the client. */
export interface Refusal {
  code: ErrorCode;
  fields?: Record<string, unknown>;
  row?: unknown;
  rev?: number;
}

/** Outcome of an operation: the `body` of a success, or the refusal. */
export type OpOutcome =
  | { status: number; body: unknown; refusal: null; rev: number | null; replayed: boolean }
  | { status: number; body: null; refusal: Refusal; rev: null; replayed: boolean };

/**
 * Statuses of final refusals. After any other status the client retries with the same key, so the outcome is not
 * stored.
 */
const finalStatuses = new Set([403, 404, 409, 410, 412, 422]);

/**
 * Codes that are never stored. `not_found` is among them because the record may arrive later. For a record to which the
 * caller has lost access, the code is `access_lost` instead.
 */
const neverStored = new Set<ErrorCode>([
  'blocked',
  'device_revoked',
  'op_in_progress',
  'idempotency_key_reused',
  'not_found',
]);

export function isRefusalStored(code: ErrorCode): boolean {
  return finalStatuses.has(errorStatus[code]) && !neverStored.has(code);
}

export function refusalOf(refused: Refused): Refusal {
  const { code, fields } = refused;
  const currentRow = refused instanceof RefusedWithRow ? { row: refused.row, rev: refused.rev } : {};
  return {
    code,
    ...(fields && { fields }),
    ...('row' in currentRow && { row: currentRow.row }),
    ...(currentRow.rev !== undefined && { rev: currentRow.rev }),
  };
}

/** Returns the error of a stored refusal. */
export function errorOfRefusal({ code, fields, row, rev }: Refusal): Refused {
  return row === undefined ? new Refused(code, fields) : new RefusedWithRow(code, row, rev, fields);
}

/** How long a write waits for another transaction that holds its key, its rows or the counter. */
export const LOCK_TIMEOUT_MS = 3_000;

/** An op that was recorded by an earlier transaction. */
export type StoredOp = Pick<Selectable<SyncOpsTable>, 'request_hash' | 'status' | 'result' | 'rev'>;

/**
 * Records operations as running, in the order of their ids, and returns the ids of the new ones. Waits up to the lock
 * timeout for other transactions that run one of the operations, and then fails with 55P03.
 */
export async function claimOps(
  { tx, scope, caller, received_at }: HandlerContext,
  ops: readonly Operation[],
  timeout_ms = LOCK_TIMEOUT_MS,
): Promise<Set<string>> {
  await setLockTimeout(tx, timeout_ms);
  const { rows } = await sql<{ op_id: string }>`
    insert into sync_ops (scope, user_id, op_id, device_id, kind, request_hash, received_at)
    select ${scope}::text, ${caller.user_id}::text, o.op_id, o.device_id, o.kind, o.request_hash, ${received_at}::timestamptz
    from json_to_recordset(${JSON.stringify(ops)}::json) as o(op_id text, device_id text, kind text, request_hash text)
    order by o.op_id
    on conflict (scope, user_id, op_id) do nothing
    returning op_id`.execute(tx);
  return new Set(rows.map(({ op_id }) => op_id));
}

/** Returns the recorded operations with these ids. */
export async function readStoredOps(
  { tx, scope, caller }: HandlerContext,
  op_ids: readonly string[],
): Promise<Map<string, StoredOp>> {
  if (op_ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('sync_ops')
    .select(['op_id', 'request_hash', 'status', 'result', 'rev'])
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('op_id', 'in', op_ids)
    .execute();
  return new Map(rows.map(({ op_id, ...stored }) => [op_id, stored]));
}

/** Returns the outcome of an operation that was recorded before. Throws `op_in_progress`, `idempotency_key_reused`. */
export function replayOf(stored: StoredOp | undefined, op: Operation): OpOutcome {
  if (!stored || stored.status === null) throw new Refused('op_in_progress');
  if (stored.request_hash !== op.request_hash) throw new Refused('idempotency_key_reused');
  const { body, refusal } = stored.result as { body?: unknown; refusal?: Refusal };
  if (refusal) return { status: stored.status, body: null, refusal, rev: null, replayed: true };
  return { status: stored.status, body, refusal: null, rev: stored.rev, replayed: true };
}

/**
 * Stores the outcomes of claimed operations. `outcomes` maps the ids of operations to outcomes. The rows of these
 * operations exist, since this transaction has claimed them. The statement is nevertheless an INSERT that updates each
 * row on conflict, because an UPDATE would be planned for every partition of the table, which takes longer than running
 * it.
 */
export async function storeOutcomes(
  { tx, scope, caller, received_at }: HandlerContext,
  outcomes: ReadonlyMap<string, OpOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  const stored = [...outcomes].map(([op_id, { status, body, refusal, rev }]) => {
    return { op_id, status, rev, result: refusal ? { refusal } : { body } };
  });
  await sql`insert into sync_ops (scope, user_id, op_id, kind, request_hash, received_at, status, result, rev)
    select ${scope}::text, ${caller.user_id}::text, v.op_id, '', '', ${received_at}::timestamptz, v.status,
      v.result::jsonb, v.rev
    from json_to_recordset(${JSON.stringify(stored)}::json) as v(op_id text, status int, rev bigint, result json)
    on conflict (scope, user_id, op_id) do update
      set status = excluded.status, result = excluded.result, rev = excluded.rev`.execute(tx);
}

const refusedOutcome = (refusal: Refusal): OpOutcome => {
  return { status: errorStatus[refusal.code], body: null, refusal, rev: null, replayed: false };
};

/** Returns the outcome to store for an error, or null if it is not a final refusal. */
export const outcomeOfError = (error: unknown): OpOutcome | null =>
  error instanceof Refused && isRefusalStored(error.code) ? refusedOutcome(refusalOf(error)) : null;

/**
 * Runs a write so that it takes effect exactly once, no matter how often it arrives. The outcome is stored in the
 * same transaction as the effect. A final refusal rolls the effect back to a savepoint and is stored as the outcome;
 * any other error is rethrown and aborts the transaction. Throws Refused `idempotency_key_reused` or `op_in_progress`,
 * and refusals that are not stored.
 */
export async function runOnce(
  context: HandlerContext,
  op: Operation,
  effect: () => Promise<{ status: number; body: unknown }>,
): Promise<OpOutcome> {
  const store = async (outcome: OpOutcome): Promise<OpOutcome> => {
    await storeOutcomes(context, new Map([[op.op_id, outcome]]));
    return outcome;
  };
  const claimed = await claimOps(context, [op]).catch((error: unknown) => {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? new Refused('op_in_progress') : error;
  });
  if (claimed.size === 0) return replayOf((await readStoredOps(context, [op.op_id])).get(op.op_id), op);
  try {
    const { status, body } = await inSavepoint(context.tx, effect);
    return await store({ status, body, refusal: null, rev: currentUnitRev(context.tx), replayed: false });
  } catch (error) {
    const outcome = outcomeOfError(error);
    if (!outcome) throw error;
    return store(outcome);
  }
}

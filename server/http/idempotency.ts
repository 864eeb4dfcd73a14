import { sql } from 'kysely';
import { errorStatus } from '../../contract/error-status.ts';
import { Refused, type ErrorCode } from '../../contract/errors.ts';
import { inSavepoint, revOf } from '../context.ts';
import { sqlState } from '../db/transaction.ts';
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

/** A refusal as it is stored and sent to the client. */
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
 * Statuses of final refusals. With any other status the client retries under the same key, so the outcome is not
 * stored.
 */
const finalStatuses = new Set([403, 404, 409, 410, 412, 422]);

/**
 * Codes that are never stored. `not_found` is among them because the record may arrive later; a record to which the
 * caller has lost access gives `access_lost` instead.
 */
const neverStored = new Set<ErrorCode>([
  'blocked',
  'device_revoked',
  'op_in_progress',
  'idempotency_key_reused',
  'not_found',
]);

export function isStored(code: ErrorCode): boolean {
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

const LOCK_TIMEOUT_MS = 3_000;

/**
 * Records the operation and returns true if it is new. If a duplicate is still running, waits a short time for it and
 * then throws `op_in_progress`.
 */
async function claim({ tx, scope, caller, received_at }: HandlerContext, op: Operation): Promise<boolean> {
  await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(tx);
  try {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sync_ops')
      .values({ scope, user_id: caller.user_id, ...op, status: null, result: null, rev: null, received_at })
      .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'op_id']).doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  } catch (error) {
    if (sqlState(error) === '55P03') throw new Refused('op_in_progress');
    throw error;
  }
}

async function replay({ tx, scope, caller }: HandlerContext, op: Operation): Promise<OpOutcome> {
  const stored = await tx
    .selectFrom('sync_ops')
    .select(['request_hash', 'status', 'result', 'rev'])
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('op_id', '=', op.op_id)
    .executeTakeFirst();
  if (!stored || stored.status === null) throw new Refused('op_in_progress');
  if (stored.request_hash !== op.request_hash) throw new Refused('idempotency_key_reused');
  const { body, refusal } = stored.result as { body?: unknown; refusal?: Refusal };
  if (refusal) return { status: stored.status, body: null, refusal, rev: null, replayed: true };
  return { status: stored.status, body, refusal: null, rev: stored.rev, replayed: true };
}

async function storeOutcome(
  { tx, scope, caller }: HandlerContext,
  op: Operation,
  outcome: OpOutcome,
): Promise<OpOutcome> {
  const result = outcome.refusal ? { refusal: outcome.refusal } : { body: outcome.body };
  await tx
    .updateTable('sync_ops')
    .set({ status: outcome.status, result: JSON.stringify(result), rev: outcome.rev })
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('op_id', '=', op.op_id)
    .execute();
  return outcome;
}

/**
 * Runs a write exactly once, no matter how often it arrives. The outcome is stored in the same transaction as the
 * effect. A final refusal rolls the effect back to a savepoint and is stored as the outcome; any other error is
 * rethrown and aborts the transaction. Throws Refused `idempotency_key_reused` or `op_in_progress`, and refusals that
 * are not stored.
 */
export async function runOnce(
  context: HandlerContext,
  op: Operation,
  effect: () => Promise<{ status: number; body: unknown }>,
): Promise<OpOutcome> {
  if (!(await claim(context, op))) return replay(context, op);
  try {
    const { status, body } = await inSavepoint(context.tx, effect);
    return await storeOutcome(context, op, { status, body, refusal: null, rev: revOf(context.tx), replayed: false });
  } catch (error) {
    if (!(error instanceof Refused) || !isStored(error.code)) throw error;
    const refusal = refusalOf(error);
    return storeOutcome(context, op, {
      status: errorStatus[error.code],
      body: null,
      refusal,
      rev: null,
      replayed: false,
    });
  }
}

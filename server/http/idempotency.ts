import { sql } from 'kysely';
import { errorStatus } from '../../contract/error-status.ts';
import { Refused, type ErrorCode } from '../../contract/errors.ts';
import { inSavepoint, revOf } from '../context.ts';
import { sqlState } from '../db/transaction.ts';
import type { HandlerContext } from '../handlers.ts';
import { RefusedWithRow } from './with-current-row.ts';

export interface Operation {
  /** UUID of the write; scoped by user. */
  op_id: string;
  /** Name of the write or of the call. */
  kind: string;
  request_hash: string;
  device_id: string | null;
}

/** A refusal as it is stored and sent. */
export interface Refusal {
  code: ErrorCode;
  fields?: Record<string, unknown>;
  row?: unknown;
  rev?: number;
}

/** The outcome of an operation: `body` of a success, or the refusal. */
export type OpOutcome =
  | { status: number; body: unknown; refusal: null; rev: number | null; replayed: boolean }
  | { status: number; body: null; refusal: Refusal; rev: null; replayed: boolean };

/** Final statuses. Others are retried under the same key and are therefore not stored. */
const finalStatuses = new Set([403, 404, 409, 410, 412, 422]);

/** `not_found` is not stored: the record may arrive later. A record that the caller has lost gives `access_lost`. */
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
  const shown = refused instanceof RefusedWithRow ? { row: refused.row, rev: refused.rev } : {};
  return {
    code,
    ...(fields && { fields }),
    ...('row' in shown && { row: shown.row }),
    ...(shown.rev !== undefined && { rev: shown.rev }),
  };
}

const LOCK_TIMEOUT_MS = 3_000;

/** Returns true if the operation is new. Waits shortly for a running duplicate, then throws `op_in_progress`. */
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
  answer: OpOutcome,
): Promise<OpOutcome> {
  const result = answer.refusal ? { refusal: answer.refusal } : { body: answer.body };
  await tx
    .updateTable('sync_ops')
    .set({ status: answer.status, result: JSON.stringify(result), rev: answer.rev })
    .where('scope', '=', scope)
    .where('user_id', '=', caller.user_id)
    .where('op_id', '=', op.op_id)
    .execute();
  return answer;
}

/**
 * Runs a write exactly once, however often it arrives, in the transaction of its effect. A final refusal rolls the effect
 * back to a savepoint and is stored as the outcome; any other error is rethrown and aborts the transaction.
 * Throws Refused `idempotency_key_reused` or `op_in_progress`, and refusals that are not stored.
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

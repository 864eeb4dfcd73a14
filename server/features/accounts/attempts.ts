import { createHash } from 'node:crypto';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/tables.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { countRequest, uncountRequest } from '../../request-limit.ts';
import { forgetFailures, lockFailuresOf, setFailures } from './repository.ts';

const FREE_ATTEMPTS = 5;
const LONGEST_DELAY_S = 60;
const FORGET_AFTER_S = 3600;
/** Attempts without a delay per hour and account, from all addresses together. */
const FREE_PER_ACCOUNT = 100;

/** Seconds from the last failure until the next attempt is accepted: 1, 2, 4 … 60. */
export function delayAfter(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(2 ** (failures - FREE_ATTEMPTS), LONGEST_DELAY_S);
}

/** A log-in attempt: the account, and where it comes from. */
export interface Attempt {
  /** The account, or the name without one. */
  account: string;
  /** The address, or the device that the account has used before. */
  from: string;
  /** Whether such a device tries. */
  isKnown: boolean;
}

/** The tables store no names. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Failures that still count. Throws `too_many_requests` during the delay. */
async function lockFailures(tx: Tx, scope: string, bucket: string, at: string): Promise<number> {
  const { failures, last_at } = await lockFailuresOf(tx, scope, bucket, at);
  const passed_s = (Date.parse(at) - Date.parse(last_at)) / 1000;
  if (passed_s > FORGET_AFTER_S) return 0;
  const left_s = delayAfter(failures) - passed_s;
  if (left_s > 0) throw new RefusedForNow('too_many_requests', Math.ceil(left_s));
  return failures;
}

/**
 * [Note: Delays at the log-in] Counts an attempt before the password is checked, so that simultaneous ones count too.
 * Delays grow per account and address: a stranger delays themselves and not the owner. All strangers together have a
 * hundred attempts an hour without a delay; a device that the account has used before counts on its own. Returns what to
 * call when the password was right. Throws `too_many_requests` with the time to wait.
 */
export async function beginAttempt(deps: Deps, attempt: Attempt): Promise<() => Promise<void>> {
  const bucket = keyOf(attempt.account, attempt.from);
  const key = `log-in ${keyOf(attempt.account)}`;
  const isShared = await inScope(deps, deps.scope, async ({ tx, scope, received_at: at }) => {
    const failures = await lockFailures(tx, scope, bucket, at);
    await setFailures(tx, scope, bucket, failures + 1, at);
    if (attempt.isKnown || failures >= FREE_ATTEMPTS) return false;
    await countRequest({ ...deps, db: tx }, { key, max: FREE_PER_ACCOUNT, window_s: FORGET_AFTER_S });
    return true;
  });
  return async () => {
    await forgetFailures(deps.db, deps.scope, bucket);
    if (isShared) await uncountRequest(deps, key);
  };
}

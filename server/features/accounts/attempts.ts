import { createHash } from 'node:crypto';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/tables.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { countRequest, uncountRequest } from '../../request-limit.ts';
import { deleteFailureCount, lockFailureRow, setFailureCount } from './repository.ts';

const FREE_ATTEMPTS = 5;
const LONGEST_DELAY_S = 60;
const FAILURES_FORGOTTEN_AFTER_S = 3600;
/** Maximum number of undelayed attempts per account and hour from all unknown devices together. */
const FREE_PER_ACCOUNT = 100;

/** Returns the delay in seconds between the last failure and the next attempt that is accepted: 1, 2, 4 … 60. */
export function delayAfter(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(2 ** (failures - FREE_ATTEMPTS), LONGEST_DELAY_S);
}

/** A login attempt: the account and where the attempt comes from. */
export interface Attempt {
  /** Id of the account, or the entered login name if there is no such account. */
  account: string;
  /** The IP address or, if the account has used the device before, the id of the device. */
  from: string;
  /** Whether the attempt comes from a device that the account has used before. */
  isKnown: boolean;
}

/** Keys are hashed, so that the tables contain no names. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Locks the failure count and returns the number of recent failures. Throws `too_many_requests` during the delay. */
async function lockFailures(tx: Tx, scope: string, bucket: string, at: string): Promise<number> {
  const { failures, last_at } = await lockFailureRow(tx, scope, bucket, at);
  const passed_s = (Date.parse(at) - Date.parse(last_at)) / 1000;
  if (passed_s > FAILURES_FORGOTTEN_AFTER_S) return 0;
  const left_s = delayAfter(failures) - passed_s;
  if (left_s > 0) throw new RefusedForNow('too_many_requests', Math.ceil(left_s));
  return failures;
}

/**
 * [Note: Delays at login] Counts an attempt before the password is checked, so that simultaneous attempts also count.
 * Delays grow per account and address, so that an attacker delays only themselves and not the owner of the account. In
 * addition, all unknown devices together can make a hundred undelayed attempts per hour and account; further attempts are
 * refused until the hour is over. A device that the account has used before is counted separately. Returns a function
 * to call if the password was correct. Throws `too_many_requests` with the remaining time.
 */
export async function beginAttempt(deps: Deps, attempt: Attempt): Promise<() => Promise<void>> {
  const bucket = keyOf(attempt.account, attempt.from);
  const key = `log-in ${keyOf(attempt.account)}`;
  const isShared = await inScope(deps, deps.scope, async ({ tx, scope, received_at: at }) => {
    const failures = await lockFailures(tx, scope, bucket, at);
    await setFailureCount(tx, scope, bucket, failures + 1, at);
    if (attempt.isKnown || failures >= FREE_ATTEMPTS) return false;
    await countRequest({ ...deps, db: tx }, { key, max: FREE_PER_ACCOUNT, window_s: FAILURES_FORGOTTEN_AFTER_S });
    return true;
  });
  return async () => {
    await deleteFailureCount(deps.db, deps.scope, bucket);
    if (isShared) await uncountRequest(deps, key);
  };
}

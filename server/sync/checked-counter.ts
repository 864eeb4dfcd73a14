import { Refused } from '../../contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/tables.ts';
import { counterOf, incrementCounter } from './counter.ts';

// [Note: Lost writes] PostgreSQL can lose committed writes while servers run: in a failover to a standby that had not
// received them, or when a backup is restored underneath. A server process remembers the newest revision that it saw
// committed. If the counter later is below it, writes were lost, and the process starts a new epoch. Only what the
// process has seen itself counts: a cursor or revision that a device sends could be invented.

/**
 * Increments the counter by `count` and returns the last of the new revisions. Throws `unavailable` if they are not
 * above every revision that this process knows to be committed, so that no row gets a revision that was used before.
 */
export async function incrementCheckedCounter(
  { pokes, onLoss }: Deps,
  tx: Tx,
  scope: string,
  count = 1,
): Promise<number> {
  // Read before the counter is incremented, since only revisions that were committed before then must be below ours.
  const known = pokes.rev(scope);
  const last = await incrementCounter(tx, scope, count);
  const first = last - count + 1;
  // The counter of an empty database is new and has an epoch of its own.
  if (!onLoss || first > known || first === 1) return last;
  const { epoch } = await counterOf(tx, scope);
  onLoss({ scope, known, epoch });
  throw new Refused('unavailable');
}

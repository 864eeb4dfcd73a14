import { Refused } from '../../contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/tables.ts';
import { counterOf, incrementCounter } from './counter.ts';

// [Note: Lost writes] PostgreSQL can lose committed writes while servers run: in a failover to a standby that had not
// received them, or when a backup is restored. A server process stores, in memory, the newest revision that it has seen
// committed. If the counter is later below that revision, writes were lost, and the process starts a new epoch. A
// process considers only revisions that it has read from the database, because a device could send an invented cursor
// or revision.

/**
 * Increments the counter by `count` and returns the last of the new revisions. Throws `unavailable` unless they are all
 * above the newest revision that this process has seen committed, so that no revision is used twice.
 */
export async function incrementCheckedCounter(
  { pokes, onLoss }: Deps,
  tx: Tx,
  scope: string,
  count = 1,
): Promise<number> {
  // Read `known` before incrementing the counter, because only revisions that were committed earlier must be below the
  // new ones.
  const known = pokes.rev(scope);
  const last = await incrementCounter(tx, scope, count);
  const first = last - count + 1;
  // A counter that starts at 1 belongs to an empty database, which already has a new epoch.
  if (!onLoss || first > known || first === 1) return last;
  const { epoch } = await counterOf(tx, scope);
  onLoss({ scope, known, epoch });
  throw new Refused('unavailable');
}

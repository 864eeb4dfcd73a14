import type { Deps, LostWrites } from '../deps.ts';
import { startNewEpoch, type LockedCounter } from './epoch.ts';

/**
 * Whether the locked counter confirms a loss: it is still in the epoch in which a revision was assigned twice, or it is
 * below a revision that was committed. Otherwise another process has already started a new epoch, or the counter was
 * read from a replica that lags behind.
 */
const isConfirmed = ({ scope, known, epoch }: LostWrites, counters: readonly LockedCounter[]): boolean =>
  counters.some((counter) => counter.scope === scope && (epoch ? counter.epoch === epoch : counter.rev < known));

/**
 * Returns a function that starts a new epoch if a loss is confirmed. Losses that are reported while an epoch is being
 * started are ignored. See: [Note: Lost writes]
 */
export function createEpochStarter({ db, clock, log }: Deps): (loss: LostWrites) => Promise<void> {
  let running: Promise<void> | null = null;
  const start = async (loss: LostWrites): Promise<void> => {
    const isNeeded = (counters: readonly LockedCounter[]) => isConfirmed(loss, counters);
    const scopes = await startNewEpoch(db, clock(), { cause: 'lost_writes', isNeeded, above: loss.known });
    if (scopes > 0) log.error(loss, 'the database has lost writes; a new epoch has begun');
  };
  return (loss) =>
    (running ??= start(loss)
      .catch((error: unknown) => log.error({ err: error, ...loss }, 'no new epoch could be started after lost writes'))
      .finally(() => {
        running = null;
      }));
}

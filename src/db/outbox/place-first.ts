import type { Entry } from './entry.ts';

/**
 * Returns the entries with positions before all waiting writes, so that a lane keeps the order in which its writes were
 * made. `waiting` is the outbox in the order of `seq`. If the user gave a waiting write priority, the entries get the
 * same priority: they may be earlier writes of its lane, which must not be sent after it.
 */
export function withFirstPositions(entries: readonly Entry[], waiting: readonly Entry[]): Entry[] {
  const first = Math.min(waiting[0]?.seq ?? 0, 0) - entries.length;
  const priority = Math.max(0, ...waiting.map((entry) => entry.priority ?? 0));
  return entries.map((entry, index) => ({ ...entry, seq: first + index, ...(priority && { priority }) }));
}

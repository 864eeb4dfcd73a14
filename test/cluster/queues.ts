import { until } from './cluster.ts';
import type { Phone } from './phones.ts';
import { print } from './report.ts';

/** [T6] All devices must have sent their writes within this time after the last fault. */
const EMPTY_WITHIN_MS = 60_000;
/** Maximum number of unsent writes that are described in the report. */
const MAX_REPORTED = 5;

/** Counts the unsent or the acknowledged writes of all devices. */
export async function countOf(phones: readonly Phone[], what: 'unsent' | 'acknowledged'): Promise<number> {
  const counts = await Promise.all(phones.map((phone) => phone[what]()));
  return counts.reduce((total, count) => total + count, 0);
}

/** Describes writes that are still in the outbox, with the reason. */
async function describeUnsent(phones: readonly Phone[]): Promise<string[]> {
  const outboxes = await Promise.all(phones.map(({ client: { db } }) => db.outbox.toArray()));
  const entries = outboxes.flat().slice(0, MAX_REPORTED);
  return entries.map(({ kind, state, error }) => `${kind} is ${state}: ${JSON.stringify(error)}`);
}

/** Waits until the devices have sent everything, and lets them fetch the last changes. Returns violations. */
export async function emptyQueues(phones: readonly Phone[]): Promise<string[]> {
  const startedAt = Date.now();
  try {
    await until(async () => (await countOf(phones, 'unsent')) === 0, EMPTY_WITHIN_MS, 'all queues are empty');
  } catch (error) {
    return [`${String(error)}, ${await countOf(phones, 'unsent')} unsent`, ...(await describeUnsent(phones))];
  }
  print(`all queues are empty after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  for (let round = 0; round < 2; round += 1) await Promise.all(phones.map(({ client }) => client.scheduler.syncNow()));
  return [];
}

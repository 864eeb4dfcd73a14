import { expect, it } from 'vitest';
import { MAX_IMPORT_ROWS } from '../../contract/imports/fields.ts';
import { IMPORT_BATCH } from '../../server/features/imports/run.ts';
import { type Poll, pollDelay, withPoll } from '../../src/features/imports/poll-delay.ts';

/** Time of one request, in ms. */
const REQUEST_MS = 30;

/**
 * Simulates an import with the given duration that starts after a while, as other jobs may run first. Returns the
 * largest lag of the progress bar, and the polls per second.
 */
function watch(seconds: number, idle_ms = 0): { lag: number; perSecond: number } {
  const batch_ms = (seconds * 1000 * IMPORT_BATCH) / MAX_IMPORT_ROWS;
  const rowsAt = (at: number): number =>
    Math.min(MAX_IMPORT_ROWS, Math.floor(Math.max(0, at - idle_ms) / batch_ms) * IMPORT_BATCH);
  let polls: Poll[] = [];
  let [at, shown, lag, count] = [0, 0, 0, 0];
  while (shown < MAX_IMPORT_ROWS) {
    at += REQUEST_MS;
    count += 1;
    const done = rowsAt(at);
    lag = Math.max(lag, (done - shown) / MAX_IMPORT_ROWS);
    shown = done;
    polls = withPoll(polls, { done, at });
    at += pollDelay(polls, MAX_IMPORT_ROWS);
  }
  return { lag, perSecond: count / seconds };
}

const of = (...polls: [number, number][]): Poll[] => polls.map(([done, at]) => ({ done, at }));

it.each([7, 8, 10, 13, 20, 33, 45, 90, 300, 1200])(
  'shows the progress of an import of %i s within two percent of the rows in the database',
  (seconds) => {
    for (const idle_ms of [0, 200, 400]) expect(watch(seconds, idle_ms).lag).toBeLessThanOrEqual(0.02);
  },
);

it('polls an import of 20 minutes at most every 400 ms', () => {
  expect(watch(1200).perSecond).toBeLessThan(2.5);
});

it('polls after the time in which 0.8% of the rows are imported, between 50 ms and a second', () => {
  expect(pollDelay(of([0, 0]), 1000)).toBe(50);
  expect(pollDelay(of([0, 0], [16, 1000]), 1000)).toBe(500);
  expect(pollDelay(of([0, 0], [8, 1000]), 1000)).toBe(1000);
  expect(pollDelay(of([0, 0], [7, 1000]), 1000)).toBe(1000);
  expect(pollDelay(of([0, 0], [160, 1000]), 1000)).toBe(50);
  expect(pollDelay(of([0, 0], [900, 1000]), 1000)).toBe(50);
});

it('polls less and less often while no rows are imported', () => {
  expect(pollDelay(of([400, 0], [400, 300]), 1000)).toBe(50);
  expect(pollDelay(of([400, 0], [400, 1600]), 1000)).toBe(200);
  expect(pollDelay(of([400, 0], [400, 9000]), 1000)).toBe(1000);
});

it('measures the speed over a second or since the previous poll, and starts over when the import is undone', () => {
  expect(withPoll([], of([5, 0])[0]!)).toEqual(of([5, 0]));
  const [last] = of([30, 2000]);
  expect(withPoll(of([0, 999], [10, 1000], [20, 1500]), last!)).toEqual(of([10, 1000], [20, 1500], [30, 2000]));
  expect(withPoll(of([0, 0], [20, 500]), last!)).toEqual(of([20, 500], [30, 2000]));
  // The time since the last change counts while no rows are imported.
  expect(withPoll(of([20, 100], [30, 200], [30, 900]), last!)).toEqual(of([30, 200], [30, 900], [30, 2000]));
  expect(withPoll(of([80, 1500], [100, 1900]), last!)).toEqual(of([30, 2000]));
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportRow } from '../../contract/api-calls/imports.ts';
import { MAX_IMPORT_ROWS } from '../../contract/imports/fields.ts';
import { IMPORT_BATCH } from '../../server/features/imports/run.ts';
import { POLL_MS, useImportPolling } from '../../src/features/imports/use-import-polling.ts';
import type { Fetching } from '../../src/hooks/use-fetched.ts';

/** Time of one request, in ms. */
const REQUEST_MS = 30;

/** Returns the largest lag of the progress bar during an import whose batches take these times, in ms. */
function largestLag(batches: readonly number[]): number {
  const endTimes = batches.map((_, at) => batches.slice(0, at + 1).reduce((sum, ms) => sum + ms));
  const rowsDoneAt = (at: number): number => IMPORT_BATCH * endTimes.filter((end) => end <= at).length;
  const total = batches.length * IMPORT_BATCH;
  let [at, shown, lag] = [0, 0, 0];
  while (shown < total) {
    at += REQUEST_MS;
    const done = rowsDoneAt(at);
    lag = Math.max(lag, (done - shown) / total);
    shown = done;
    at += POLL_MS;
  }
  return lag;
}

const BATCHES = MAX_IMPORT_ROWS / IMPORT_BATCH;
const equalBatches = (seconds: number): number[] => Array.from({ length: BATCHES }, () => (seconds * 1000) / BATCHES);

describe('the progress bar', () => {
  it.each([5, 8, 13, 45])('stays within two percent of an import that takes %i s', (seconds) => {
    expect(largestLag(equalBatches(seconds))).toBeLessThanOrEqual(0.02);
  });

  it('the progress bar stays within two percent of an import that suddenly becomes ten times as fast', () => {
    const batches = [...equalBatches(60).slice(0, 20), ...equalBatches(6).slice(20)];
    expect(largestLag(batches)).toBeLessThanOrEqual(0.02);
  });
});

describe('the polling of an import', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns after how many ms the import is polled again; null if it is not within ten seconds. */
  async function nextPoll(state: ImportRow['state'], done: Fetching['done']): Promise<number | null> {
    const again = vi.fn();
    const { unmount } = renderHook(() => useImportPolling({ state } as ImportRow, { done, again }));
    let ms = 0;
    for (; ms < 10_000 && again.mock.calls.length === 0; ms += 10) await act(() => vi.advanceTimersByTimeAsync(10));
    unmount();
    return again.mock.calls.length === 0 ? null : ms;
  }

  it.each(['running', 'reverting'] as const)('requests an import that is %s every 50 ms', async (state) => {
    expect(await nextPoll(state, { ok: true })).toBe(50);
  });

  it('waits a second after a failed request for the progress', async () => {
    expect(await nextPoll('running', { ok: false, why: 'no_answer' })).toBe(1000);
  });

  it('does not request the progress of an import before the previous request has ended', async () => {
    expect(await nextPoll('running', undefined)).toBeNull();
  });

  it('stops requesting the progress when the import has ended', async () => {
    expect(await nextPoll('completed', { ok: true })).toBeNull();
  });
});

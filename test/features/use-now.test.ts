import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from '../../src/ui/use-now.ts';

const START = Date.parse('2026-03-02T10:00:30.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Renders a component that shows the time. Returns the times of all renderings, in ms since the start. */
function renderClock(step: 'second' | 'minute'): number[] {
  const times: number[] = [];
  renderHook(() => times.push(useNow(step) - START));
  return times;
}

/** Lets time pass in steps of 100 ms. */
const passTime = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 100) await act(() => vi.advanceTimersByTimeAsync(100));
};

it.each([
  ['minute', 95_000, [0, 30_000, 90_000]],
  ['second', 2_500, [0, 1_000, 2_000]],
] as const)(
  'a component that shows the time is rendered once, and again at the start of each %s',
  async (step, ms, at) => {
    const times = renderClock(step);
    await passTime(ms);
    expect(times).toEqual(at);
  },
);

it('a component that shows the time is not rendered again when it appears later in the same minute', () => {
  const times: number[] = [];
  renderHook(() => {
    times.push(useNow('minute') - START);
    vi.setSystemTime(Date.now() + 50);
  });
  expect(times).toEqual([0]);
});

it('a page that becomes visible again shows the current time at once', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const times = renderClock('minute');
  await passTime(120_000);
  expect(times).toEqual([0]);
  hidden.mockReturnValue(false);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(times).toEqual([0, 120_000]);
});

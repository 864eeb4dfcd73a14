import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkSlice } from '../../contract/entities/task.ts';
import { workedSeconds } from '../../contract/states/task-time.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

function slice(index: number, from: number, to: number | null): WorkSlice {
  const end = to === null ? null : at(to);
  return { id: id(index), from: at(from), to: end, device_id: id(0), estimated: false, needs_review: false };
}

describe('worked seconds', () => {
  const second = fc.integer({ min: 0, max: 300 });
  const slices = fc.array(fc.tuple(second, fc.integer({ min: 0, max: 100 })), { maxLength: 12 });
  const slicesOf = (spans: readonly (readonly [number, number])[]) =>
    spans.map(([from, length], index) => slice(index, from * 1000, (from + length) * 1000));

  it('counts the seconds covered by at least one time slice', () => {
    fc.assert(
      fc.property(slices, (spans) => {
        const covered = new Set(spans.flatMap(([from, length]) => Array.from({ length }, (_, index) => from + index)));
        expect(workedSeconds(slicesOf(spans), at())).toBe(covered.size);
      }),
    );
  });

  it('worked seconds do not depend on the order or repetition of time slices', () => {
    fc.assert(
      fc.property(slices, slices, (first, more) => {
        const firstSlices = slicesOf(first);
        const combined = slicesOf([...first, ...more]);
        expect(workedSeconds(firstSlices.toReversed(), at())).toBe(workedSeconds(firstSlices, at()));
        expect(workedSeconds([...firstSlices, ...firstSlices], at())).toBe(workedSeconds(firstSlices, at()));
        expect(workedSeconds(combined, at())).toBeGreaterThanOrEqual(workedSeconds(firstSlices, at()));
      }),
    );
  });

  it('counts the time slice of a running task up to now', () => {
    expect(workedSeconds([slice(1, -60_000, null)], at())).toBe(60);
  });
});

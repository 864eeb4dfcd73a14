import type { WorkSlice } from '../../../contract/entities/task.ts';

export interface Span {
  from: string;
  to: string;
}

const ms = (instant: string) => Date.parse(instant);

/** Intervals of counted work that a step added or closed. */
export function newSpans(before: readonly WorkSlice[], after: readonly WorkSlice[]): Span[] {
  const known = new Map(before.map((slice) => [slice.id, slice.to]));
  return after.flatMap(({ id, from, to, needs_review }) =>
    to !== null && !needs_review && ms(to) > ms(from) && known.get(id) !== to ? [{ from, to }] : [],
  );
}

/** Returns whether these slices overlap one of the spans. A running slice has no end. */
export function overlaps(slices: readonly WorkSlice[], spans: readonly Span[]): boolean {
  return slices.some(
    (slice) =>
      !slice.needs_review &&
      spans.some((span) => ms(slice.from) < ms(span.to) && (slice.to === null || ms(slice.to) > ms(span.from))),
  );
}

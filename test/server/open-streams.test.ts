import { describe, expect, it } from 'vitest';
import { OpenStreams } from '../../server/open-streams.ts';

function stream() {
  const made = { ended: 0, end: () => void (made.ended += 1) };
  return made;
}
type TestStream = ReturnType<typeof stream>;

describe('open event streams', () => {
  it('keeps at most twenty event streams per person and closes the oldest', () => {
    const streams = new OpenStreams<TestStream>(1000);
    const own = Array.from({ length: 22 }, () => streams.add('anna', stream));
    streams.add('boris', stream);
    expect(own.map(({ ended }) => ended)).toEqual([1, 1, ...Array<number>(20).fill(0)]);
  });

  it('refuses an event stream beyond the limit of a process until another one closes', () => {
    const streams = new OpenStreams<TestStream>(2);
    const first = streams.add('anna', stream);
    streams.add('boris', stream);
    const refusal = expect.objectContaining({ code: 'unavailable', retry_after_s: 30 });
    expect(() => streams.add('carl', stream)).toThrow(refusal);
    streams.delete('anna', first);
    streams.delete('anna', first);
    streams.add('carl', stream);
    expect(() => streams.add('dora', stream)).toThrow(refusal);
  });

  it('ends all event streams together', () => {
    const streams = new OpenStreams<TestStream>(9);
    const all = [streams.add('anna', stream), streams.add('anna', stream), streams.add('boris', stream)];
    streams.endAll();
    expect(all.map(({ ended }) => ended)).toEqual([1, 1, 1]);
  });
});

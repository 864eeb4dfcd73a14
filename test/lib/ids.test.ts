import { expect, test } from 'vitest';
import { Id } from '../../contract/fields.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';

function makeGenerator(times: number[]) {
  let at = 0;
  const clock = { now: () => times[Math.min(at++, times.length - 1)] ?? 0, after: () => () => {} };
  return createIdGenerator({ clock, random: Math.random });
}

test('creates UUIDs of version 7 that contain their creation time', () => {
  const id = makeGenerator([0x0123_4567_89ab])();
  expect(Id.safeParse(id).success).toBe(true);
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('sorts ids in creation order within a millisecond and across backward clock jumps', () => {
  const make = makeGenerator([
    ...Array.from({ length: 5000 }, () => 1_800_000_000_000),
    1_700_000_000_000,
    1_700_000_000_001,
  ]);
  const ids = Array.from({ length: 5002 }, () => make());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

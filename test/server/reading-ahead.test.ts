import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import { MAX_ROW_SLICES } from '../../contract/writes/lesson.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: SyncServer;
let category: string;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  category = await server.category();
});
beforeEach(async () => {
  anna = await server.person();
});
afterAll(() => server.close());

interface Interval {
  from: number;
  to: number;
  more?: { scrolled?: number; slice_id?: string; clock_offset_ms?: number };
}

const timesOf = ({ from, to, more }: Interval) => ({
  slice_id: uuidv7(),
  scrolled: 0,
  ...more,
  from: server.iso(from),
  to: server.iso(to),
});
const seconds = ({ from, to }: Interval) => (to - from) / 1000;

async function call(lesson: string, interval: Interval): Promise<LessonProgress> {
  const body = { time: seconds(interval), ...timesOf(interval) };
  const reply = await server.call<LessonProgress>(anna, 'POST', `/api/navigator/lesson/view/${lesson}/`, body);
  expect([reply.status, reply.body]).toMatchObject([200, {}]);
  return reply.body;
}

async function push(lesson: string, interval: Interval): Promise<LessonProgress> {
  const args = { lesson_id: lesson, active_s: seconds(interval), ...timesOf(interval) };
  const reply = await server.send(anna, server.op({ kind: 'lesson.time', id: lesson, args }));
  expect(reply).toMatchObject({ status: 200 });
  return reply.row as LessonProgress;
}

const ahead = { from: 50 * MINUTE, to: HOUR };

describe.each([
  ['the documented call', call],
  ['a push', push],
] as const)('reading time in the future, reported by %s', (_, read) => {
  it('reading time in the future is stored for review and does not complete the lesson', async () => {
    const lesson = await server.lesson(category, { duration_min: 10 });
    const row = await read(lesson, { ...ahead, more: { scrolled: 100 } });
    expect(row).toMatchObject({ state: 'started', slices: [{ to: server.iso(HOUR), needs_review: true }] });
    const moreReading = await read(lesson, { from: -4 * MINUTE, to: 0 });
    expect(moreReading).toMatchObject({ state: 'started', last_read_at: server.iso() });
    const enoughReading = await read(lesson, { from: -5 * MINUTE, to: -4 * MINUTE });
    expect(enoughReading).toMatchObject({ state: 'done' });
    expect(enoughReading.slices.map(({ needs_review }) => needs_review)).toEqual([false, false, true]);
  });

  it('reading time in the future has no further effect when it is sent again', async () => {
    const lesson = await server.lesson(category);
    const interval = { ...ahead, more: { slice_id: uuidv7() } };
    const first = await read(lesson, interval);
    server.pass(HOUR);
    const secondRow = await read(lesson, { ...interval, from: -10 * MINUTE, to: 0 });
    expect(secondRow).toEqual(first);
    server.pass(-HOUR);
  });

  it('reading time counts as future if it is more than a minute ahead of the corrected clock', async () => {
    const lesson = await server.lesson(category);
    const needsReview = async (interval: Interval) =>
      (await read(lesson, { ...interval, more: { slice_id: uuidv7(), ...interval.more } })).slices.at(-1)?.needs_review;
    expect(await needsReview({ from: 0, to: MINUTE })).toBe(false);
    expect(await needsReview({ from: MINUTE + 1000, to: MINUTE + 2000 })).toBe(true);
    const knownOffset = { clock_offset_ms: -HOUR };
    expect(await needsReview({ ...ahead, more: knownOffset })).toBe(false);
    expect(await needsReview({ from: HOUR + 2 * MINUTE, to: HOUR + 3 * MINUTE, more: knownOffset })).toBe(true);
  });
});

describe('reading time in the future', () => {
  it('reading time in the future does not reduce the reading time that counts', async () => {
    const lesson = await server.lesson(category);
    await push(lesson, ahead);
    server.pass(HOUR);
    const { slices } = await push(lesson, { from: -10 * MINUTE, to: 0 });
    expect(slices.map(({ active_s, needs_review }) => [active_s, needs_review])).toEqual([
      [600, true],
      [600, false],
    ]);
    server.pass(-HOUR);
  });

  it('reading time in the future does not count towards the daily limit', async () => {
    const lesson = await server.lesson(category);
    const { db, scope } = server.deps;
    const slice = (needs_review: boolean) => ({
      ...{ scope, user_id: anna.id, id: uuidv7(), lesson_id: lesson, active_s: 86_400, needs_review },
      ...{ from_at: server.iso(ahead.from), to_at: server.iso(ahead.from), received_at: server.iso() },
    });
    await db.insertInto('lesson_slices').values(slice(true)).execute();
    await push(lesson, { from: -10 * MINUTE, to: 0 });
    await db.insertInto('lesson_slices').values(slice(false)).execute();
    expect((await push(lesson, ahead)).slices.at(-1)).toMatchObject({ needs_review: true });
  });

  it('reading time in the future is left out of the sum of older reading time', async () => {
    const lesson = await server.lesson(category, { duration_min: 1000 });
    const { db, scope } = server.deps;
    const old = (hours: number, needs_review: boolean) => ({
      ...{ scope, user_id: anna.id, id: uuidv7(), lesson_id: lesson, active_s: 70, needs_review },
      ...{ from_at: server.iso(-hours * HOUR), to_at: server.iso(-hours * HOUR), received_at: server.iso() },
    });
    const rows = [
      old(2000, true),
      old(1999, false),
      ...Array.from({ length: MAX_ROW_SLICES }, (_, at) => old(9 + at, false)),
    ];
    await db.insertInto('lesson_slices').values(rows).execute();
    const row = await push(lesson, ahead);
    expect(row.older_s).toBe(140);
  });
});

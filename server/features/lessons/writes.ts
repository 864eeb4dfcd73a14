import type { LessonProgress } from '../../../contract/entities/lesson-progress.ts';
import { CLOCK_JUMP_MS } from '../../../contract/states/task.ts';
import { readingSeconds } from '../../../contract/states/reading.ts';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import {
  insertReading,
  lockReader,
  progressOf,
  overlappingReading,
  reopenProgress,
  saveProgress,
} from './progress-repository.ts';
import { lessonLength } from './repository.ts';

const DAY_S = 86_400;
/**
 * A lesson counts as read if the user has spent at least this share of its duration on it and has scrolled through at
 * least this percentage of its text.
 */
const DONE_TIME_SHARE = 0.5;
const DONE_SCROLL_PERCENT = 90;

const ms = (instant: string) => Date.parse(instant);
const earlierOf = (a: string, b: string) => (ms(a) <= ms(b) ? a : b);

async function currentProgress(context: HandlerContext, lesson_id: string): Promise<LessonProgress> {
  const row = await progressOf(context, lesson_id);
  if (!row) throw new Refused('not_found');
  return row;
}

const outcome = (row: LessonProgress): WriteOutcome => ({ row, rev: row.rev });

async function readableLesson(
  context: HandlerContext,
  id: string,
  lesson_id: string,
): Promise<{ duration_min: number }> {
  if (id !== lesson_id) throw new Refused('invalid', { lesson_id: 'invalid' });
  const lesson = await lessonLength(context, lesson_id);
  if (!lesson) throw new Refused('not_found');
  return lesson;
}

/**
 * Returns the number of seconds of a slice that are not covered by other slices, so that no minute is counted twice for
 * two tabs or devices.
 */
export function uncoveredSeconds(
  slice: { from: string; to: string },
  covered: readonly { from_at: string; to_at: string }[],
): number {
  let coveredUntil = ms(slice.from);
  let uncoveredMs = 0;
  for (const other of covered.toSorted((a, b) => ms(a.from_at) - ms(b.from_at))) {
    uncoveredMs += Math.max(0, Math.min(ms(other.from_at), ms(slice.to)) - coveredUntil);
    coveredUntil = Math.max(coveredUntil, ms(other.to_at));
  }
  return Math.ceil((uncoveredMs + Math.max(0, ms(slice.to) - coveredUntil)) / 1000);
}

function checkSlice(args: { from: string; to: string; active_s: number }): void {
  const length = ms(args.to) - ms(args.from);
  if (length < 0 || length > DAY_S * 1000) throw new Refused('slice_invalid', { to: 'invalid' });
  if (args.active_s > Math.ceil(length / 1000)) throw new Refused('slice_invalid', { active_s: 'invalid' });
}

/**
 * Whether an interval ends clearly in the future. This happens if the device never compared its clock with the server's
 * clock, or if the clock has jumped since the comparison.
 */
const isAhead = (to: string, clock_offset_ms: number, received_at: string): boolean =>
  ms(to) + clock_offset_ms > ms(received_at) + CLOCK_JUMP_MS;

/**
 * Stores a reading interval. A repeated write stores nothing more. An interval in the future is stored but does not
 * count. Throws `not_found`, `slice_invalid` or `day_is_full`.
 */
export const lessonTimeHandler: WriteHandler<'lesson.time'> = async (context, { id, args, corrected_at }) => {
  const { tx, caller, received_at } = context;
  const { lesson_id, slice_id, from, to, scrolled, clock_offset_ms = 0 } = args;
  const { duration_min } = await readableLesson(context, id, lesson_id);
  checkSlice(args);
  await lockReader(tx, caller);
  const reading = await overlappingReading(tx, caller, { id: slice_id, from, to });
  if (reading.known) return outcome(await currentProgress(context, lesson_id));
  const active_s = Math.min(args.active_s, uncoveredSeconds({ from, to }, reading.overlapping));
  const needs_review = isAhead(to, clock_offset_ms, received_at);
  if (!needs_review && reading.day_s + active_s > DAY_S) throw new Refused('day_is_full');
  const rev = await context.nextRev();
  await insertReading(tx, caller, { id: slice_id, lesson_id, from, to, active_s, needs_review }, received_at);
  const change = { lesson_id, rev, scrolled, last_read_at: earlierOf(to, received_at), received_at };
  await saveProgress(tx, caller, { ...change, done_at: null });
  context.poke([caller.user_id]);
  const row = await currentProgress(context, lesson_id);
  const isRead = row.scrolled >= DONE_SCROLL_PERCENT && readingSeconds(row) >= duration_min * 60 * DONE_TIME_SHARE;
  if (row.state === 'done' || !isRead) return outcome(row);
  await saveProgress(tx, caller, { ...change, done_at: corrected_at });
  return outcome(await currentProgress(context, lesson_id));
};

/** Marks a lesson as done. Idempotent. Throws `not_found`. */
export const lessonDoneHandler: WriteHandler<'lesson.done'> = async (context, { id, args, corrected_at }) => {
  const { tx, caller, received_at } = context;
  await readableLesson(context, id, args.lesson_id);
  await lockReader(tx, caller);
  const before = await progressOf(context, args.lesson_id);
  if (before?.state === 'done') return outcome(before);
  const rev = await context.nextRev();
  const timestamps = { last_read_at: corrected_at, done_at: corrected_at, received_at };
  await saveProgress(tx, caller, { lesson_id: args.lesson_id, rev, scrolled: 0, ...timestamps });
  context.poke([caller.user_id]);
  return outcome(await currentProgress(context, args.lesson_id));
};

/** Marks a lesson as not done. Idempotent. Throws `not_found`. */
export const lessonReopenHandler: WriteHandler<'lesson.reopen'> = async (context, { id, args, corrected_at }) => {
  const { tx, caller, received_at } = context;
  const { lesson_id } = args;
  await readableLesson(context, id, lesson_id);
  await lockReader(tx, caller);
  const before = await progressOf(context, lesson_id);
  if (before?.state === 'started') return outcome(before);
  const rev = await context.nextRev();
  if (before) await reopenProgress(tx, caller, { lesson_id, rev, received_at });
  else
    await saveProgress(tx, caller, {
      ...{ lesson_id, rev, scrolled: 0, last_read_at: corrected_at },
      ...{ received_at, done_at: null },
    });
  context.poke([caller.user_id]);
  return outcome(await currentProgress(context, lesson_id));
};

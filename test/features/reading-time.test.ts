import { describe, expect, test } from 'vitest';
import { recordReading } from '../../src/features/lessons/actions.ts';
import { makeDevice } from './task-maker.ts';
import { newId } from '../helpers/phone.ts';
import { ReadingTimer } from '../../src/features/lessons/reading-time.ts';

const start = Date.parse('2026-05-03T10:00:00.000Z');
const at = (seconds: number) => start + seconds * 1000;
const readingInterval = (from: number, to: number, active_s: number) => ({ from: at(from), to: at(to), active_s });

describe('reading time', () => {
  test('counts reading time while the page is visible and in use', () => {
    const timer = new ReadingTimer(start, true);
    expect(timer.take(at(15))).toEqual(readingInterval(0, 15, 15));
    timer.touch(at(20));
    expect(timer.take(at(30))).toEqual(readingInterval(15, 30, 15));
  });

  test('stops counting reading time one minute after the last input', () => {
    const timer = new ReadingTimer(start, true);
    timer.touch(at(10));
    expect(timer.take(at(600))?.active_s).toBe(70);
    expect(timer.take(at(900))).toBeNull();
  });

  test('pauses reading time while the page is hidden', () => {
    const timer = new ReadingTimer(start, true);
    timer.setVisible(false, at(10));
    timer.touch(at(20));
    timer.setVisible(true, at(40));
    expect(timer.take(at(45))?.active_s).toBe(15);
  });

  test('starts reading time when a background page becomes visible', () => {
    const timer = new ReadingTimer(start, false);
    expect(timer.take(at(300))).toBeNull();
    timer.setVisible(true, at(300));
    expect(timer.take(at(310))).toEqual(readingInterval(300, 310, 10));
  });

  test('does not count a night during which the device slept as reading time', () => {
    const timer = new ReadingTimer(start, true);
    timer.setVisible(false, at(10));
    expect(timer.take(at(10))).toEqual(readingInterval(0, 10, 10));
    timer.setVisible(true, at(90_000));
    expect(timer.take(at(90_015))).toEqual(readingInterval(90_000, 90_015, 15));
  });

  test('input after idle minutes starts a new interval of reading time', () => {
    const timer = new ReadingTimer(start, true);
    expect(timer.take(at(120))?.active_s).toBe(60);
    timer.touch(at(3000));
    expect(timer.take(at(3015))).toEqual(readingInterval(3000, 3015, 15));
  });

  test("limits a slice of reading time to the server's maximum", () => {
    const timer = new ReadingTimer(start, true);
    for (let second = 30; second <= 1200; second += 30) timer.touch(at(second));
    expect(timer.take(at(1200))?.active_s).toBe(900);
  });

  test('carries fractions of a second over to the next slice of reading time', () => {
    const timer = new ReadingTimer(start, true);
    expect(timer.take(at(0.6))).toBeNull();
    expect(timer.take(at(1.2))?.active_s).toBe(1);
  });

  test('keeps the counted reading time and stores no reversed interval when the clock is set back', () => {
    const timer = new ReadingTimer(start, true);
    timer.touch(at(10));
    const found = timer.take(at(-3600));
    expect(found).toEqual(readingInterval(-3610, -3600, 10));
    timer.touch(at(-3600));
    expect(timer.take(at(-3590))).toEqual(readingInterval(-3600, -3590, 10));
  });
});

test('queues reading time with the known clock offset, so that a fast clock does not make it doubtful', async () => {
  const { store } = makeDevice(new Date(start).toISOString());
  const lesson_id = newId();
  await store.db.meta.put({ key: 'status', value: { clock_offset_ms: -3_600_000.4 } });
  await recordReading(store, lesson_id, { from: at(0), to: at(15), active_s: 15 }, 40);
  const [entry] = await store.db.outbox.toArray();
  expect(entry?.args).toMatchObject({ lesson_id, active_s: 15, scrolled: 40, clock_offset_ms: -3_600_000 });
});

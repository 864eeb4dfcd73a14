import { describe, expect, it } from 'vitest';
import type { BookShelf } from '../../contract/entities/book-shelf.ts';
import { openingPosition, parsePosition, positionLabel } from '../../src/features/books/reading-position.ts';

const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z`;
const shelf = (...places: BookShelf['places']): BookShelf => ({
  id: 'book',
  rev: 1,
  bought_at: null,
  places,
  marks: [],
});
const place = (device_id: string, text: string, minute: number) => ({
  device_id,
  place: text,
  percent: 10,
  at: at(minute),
});

describe('opening a book', () => {
  it('a book that was never read opens at its beginning', () => {
    const opening = { at: { part: 0, block: 0 }, offer: null };
    expect(openingPosition(null, 'phone')).toEqual(opening);
    expect(openingPosition(shelf(), 'phone')).toEqual(opening);
  });

  it("opens a book at this device's position and offers a later position of another device", () => {
    const tablet = place('tablet', '7/3', 20);
    const opening = openingPosition(shelf(place('phone', '2/5', 10), tablet), 'phone');
    expect(opening).toEqual({ at: { part: 2, block: 5 }, offer: tablet });
  });

  it('offers no other reading position when the book was last read on this device', () => {
    const opening = openingPosition(shelf(place('tablet', '7/3', 20), place('phone', '2/5', 30)), 'phone');
    expect(opening).toEqual({ at: { part: 2, block: 5 }, offer: null });
  });

  it('offers no reading position of another device that equals the position on this device', () => {
    expect(openingPosition(shelf(place('tablet', '2/5', 20), place('phone', '2/5', 10)), 'phone').offer).toBeNull();
  });

  it('offers the newest reading position of several other devices', () => {
    const places = [place('desk', '3/0', 15), place('phone', '2/5', 10), place('tablet', '7/3', 20)];
    expect(openingPosition(shelf(...places), 'phone').offer?.device_id).toBe('tablet');
    expect(openingPosition(shelf(...places.toReversed()), 'phone').offer?.device_id).toBe('tablet');
  });

  it('opens a book on a new device at the newest position of other devices, without asking', () => {
    const opening = openingPosition(shelf(place('desk', '3/0', 15), place('tablet', '7/3', 20)), 'phone');
    expect(opening).toEqual({ at: { part: 7, block: 3 }, offer: null });
  });
});

describe('a reading position as text', () => {
  it('writes a reading position as chapter and block, and reads it back', () => {
    expect(positionLabel({ part: 4, block: 12 })).toBe('4/12');
    expect(parsePosition('4/12')).toEqual({ part: 4, block: 12 });
  });

  it('reads a reading position without a block as the start of its chapter', () => {
    expect(parsePosition('4')).toEqual({ part: 4, block: 0 });
  });
});

import { describe, expect, test } from 'vitest';
import { contentRange, MEDIA_CHUNK_BYTES, chunksOf, parseRange } from '../../contract/media-range.ts';

describe('Range header', () => {
  test.each([
    ['bytes=0-99', { from: 0, to: 99 }],
    ['bytes=0-', { from: 0, to: 999 }],
    ['bytes=200-', { from: 200, to: 999 }],
    ['bytes=999-999', { from: 999, to: 999 }],
    ['bytes=900-5000', { from: 900, to: 999 }],
    ['bytes=-100', { from: 900, to: 999 }],
    ['bytes=-5000', { from: 0, to: 999 }],
    [' bytes=5-6 ', { from: 5, to: 6 }],
    ['bytes=1000-', 'beyond'],
    ['bytes=1000-1200', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=9-3', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['items=0-5', 'whole'],
    ['', 'whole'],
    [null, 'whole'],
    [undefined, 'whole'],
  ])('parses the Range header %s for a file of 1000 bytes', (header, span) =>
    expect(parseRange(header, 1000)).toEqual(span),
  );

  test('a range of an empty file is unsatisfiable', () => {
    expect(parseRange('bytes=0-', 0)).toBe('beyond');
    expect(parseRange('bytes=-1', 0)).toBe('beyond');
  });

  test('Content-Range states the size of the complete file', () =>
    expect(contentRange({ from: 5, to: 9 }, 10)).toBe('bytes 5-9/10'));
});

describe('chunks of a range', () => {
  test('reads a range that lies inside one chunk', () =>
    expect(chunksOf({ from: MEDIA_CHUNK_BYTES + 5, to: MEDIA_CHUNK_BYTES + 9 })).toEqual([
      { chunk: 1, start: 5, end: 10 },
    ]));

  test('reads a range of exactly one chunk', () =>
    expect(chunksOf({ from: MEDIA_CHUNK_BYTES, to: 2 * MEDIA_CHUNK_BYTES - 1 })).toEqual([
      { chunk: 1, start: 0, end: MEDIA_CHUNK_BYTES },
    ]));

  test('splits a range over several chunks without gaps or overlaps', () => {
    const span = { from: MEDIA_CHUNK_BYTES - 1, to: 3 * MEDIA_CHUNK_BYTES };
    const chunks = chunksOf(span);
    expect(chunks).toEqual([
      { chunk: 0, start: MEDIA_CHUNK_BYTES - 1, end: MEDIA_CHUNK_BYTES },
      { chunk: 1, start: 0, end: MEDIA_CHUNK_BYTES },
      { chunk: 2, start: 0, end: MEDIA_CHUNK_BYTES },
      { chunk: 3, start: 0, end: 1 },
    ]);
    expect(chunks.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(span.to - span.from + 1);
  });
});

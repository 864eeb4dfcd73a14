import { expect, it } from 'vitest';
import { checkImageHeader } from '../../server/shrink-photo.ts';

/** The first 20 bytes of a PNG. They end before the height. */
const cutHeader = Buffer.from('89504e470d0a1a0a0000000d4948445200000064', 'hex');

it.each([0x00, 0xff])('refuses a truncated image header, whatever bytes (%i) follow it in memory', (byte) => {
  const memory = Buffer.alloc(64, byte);
  cutHeader.copy(memory);
  expect(() => checkImageHeader(memory.subarray(0, cutHeader.length))).toThrow(
    expect.objectContaining({ code: 'not_an_image' }),
  );
});

import { createHash, randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns a PNG of the given chunks. `ihdr` holds the bit depth and the colour type. */
function pngOf([width, height]: readonly [number, number], ihdr: readonly number[], chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(ihdr, 8);
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/**
 * Returns a single-colour PNG that contains `note`. The note makes the image unique, and determines its size in bytes.
 */
export function makePng(note = '', width = 2, height = 2): Buffer {
  const rows = Buffer.alloc(Math.min(height, 16) * (Math.min(width, 16) + 1));
  const comment = Buffer.from(`Comment\0${note}`, 'latin1');
  return pngOf([width, height], [8, 0], [chunk('tEXt', comment), chunk('IDAT', deflateSync(rows))]);
}

/** Returns a unique image that cannot be compressed, so that it is uploaded in several chunks. */
export function noisePng(side = 480): Buffer {
  const rows = randomBytes(side * (1 + side * 3));
  for (let row = 0; row < side; row += 1) rows[row * (1 + side * 3)] = 0;
  return pngOf([side, side], [8, 2], [chunk('IDAT', deflateSync(rows, { level: 1 }))]);
}

export const sha256Of = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

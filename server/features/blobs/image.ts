import { imageSize } from 'image-size';
import type { PhotoType } from '../../../contract/values.ts';

const MAX_SIDE_PX = 12_000;
/** A small file may decode to more than a device's memory holds. */
const MAX_PIXELS = 64_000_000;

const text = (data: Uint8Array, from: number, to: number) => String.fromCharCode(...data.subarray(from, to));

/** Type by the first bytes, whatever the name or the sender claims. */
function typeOf(data: Uint8Array): PhotoType | null {
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return 'image/jpeg';
  if (text(data, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png';
  return text(data, 0, 4) === 'RIFF' && text(data, 8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** Returns true for an image of the declared type with displayable dimensions. */
export function isImage(data: Uint8Array, mime: PhotoType): boolean {
  if (typeOf(data) !== mime) return false;
  try {
    const { width, height } = imageSize(data);
    return Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_SIDE_PX && width * height <= MAX_PIXELS;
  } catch {
    return false;
  }
}

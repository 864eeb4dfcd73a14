import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PHOTO_BYTES, PHOTO_SIDE_PX, photoTypes } from '../contract/values.ts';
import type { UploadedPhoto } from './handlers.ts';

/** A picture of few bytes may unfold to more than the machine's memory holds. */
const MOST_PIXELS = 64_000_000;
const qualities = [82, 70, 55, 40];

// One picture at a time in one thread: the rest of the machine answers calls.
sharp.concurrency(1);
sharp.cache(false);

async function encoded(data: Uint8Array, quality: number): Promise<UploadedPhoto> {
  const input = sharp(data, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const { hasAlpha } = await input.metadata();
  const size = { width: PHOTO_SIDE_PX, height: PHOTO_SIDE_PX, fit: 'inside', withoutEnlargement: true } as const;
  // Turned as its own note says, since that note goes with all others: place, camera, thumbnail.
  const turned = input.rotate().resize(size);
  const bytes = await (hasAlpha ? turned.webp({ quality }) : turned.jpeg({ quality, mozjpeg: true })).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, mime: hasAlpha ? 'image/webp' : 'image/jpeg', data: bytes };
}

/**
 * A picture as it is kept: turned upright, at most 1600 px and about 500 kB, without metadata. Null for what is no
 * JPEG, PNG or WebP by its bytes, cannot be read, or is too large to unfold.
 */
export async function smallPhoto(data: Uint8Array): Promise<UploadedPhoto | null> {
  const type = await fileTypeFromBuffer(data).catch(() => undefined);
  if (!type || !(photoTypes as readonly string[]).includes(type.mime)) return null;
  try {
    let photo = await encoded(data, qualities[0]!);
    for (const quality of qualities.slice(1)) {
      if (photo.data.byteLength <= PHOTO_BYTES) break;
      photo = await encoded(data, quality);
    }
    return photo;
  } catch {
    return null;
  }
}

import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PHOTO_BYTES, PHOTO_SIDE_PX, photoTypes } from '../contract/values.ts';
import type { UploadedPhoto } from './handlers.ts';

/** A small file may decode to more pixels than fit in memory. */
const MAX_PIXELS = 64_000_000;
const qualities = [82, 70, 55, 40];

// One thread for images: the other cores serve requests.
sharp.concurrency(1);
sharp.cache(false);

async function encoded(data: Uint8Array, quality: number): Promise<UploadedPhoto> {
  const input = sharp(data, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { hasAlpha } = await input.metadata();
  const size = { width: PHOTO_SIDE_PX, height: PHOTO_SIDE_PX, fit: 'inside', withoutEnlargement: true } as const;
  // Applies the EXIF orientation, because all metadata (location, camera, thumbnail) is removed.
  const resized = input.rotate().resize(size);
  const bytes = await (hasAlpha ? resized.webp({ quality }) : resized.jpeg({ quality, mozjpeg: true })).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, mime: hasAlpha ? 'image/webp' : 'image/jpeg', data: bytes };
}

/**
 * Resizes an image to at most 1600 px and about 500 kB, upright and without metadata. Returns null unless the bytes are
 * a readable JPEG, PNG or WebP image that fits in memory.
 */
export async function shrinkPhoto(data: Uint8Array): Promise<UploadedPhoto | null> {
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

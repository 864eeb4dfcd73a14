import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { imageSize } from 'image-size';

const mimes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

export interface ImageFile {
  sha256: string;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * Reads an image. Its type is detected from its bytes, not from its name. Throws an Error whose message is the reason.
 */
export async function readImage(path: string): Promise<ImageFile> {
  const data = await readFile(path).catch(() => {
    throw new Error('does not exist');
  });
  if (data.length > MAX_IMAGE_BYTES) throw new Error(`is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
  let size: ReturnType<typeof imageSize>;
  try {
    size = imageSize(data);
  } catch {
    throw new Error('is not an image');
  }
  const mime = mimes[size.type ?? ''];
  if (!mime) throw new Error('must be a JPEG, PNG or WebP image');
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { sha256, mime, bytes: data.length, width: size.width, height: size.height, data };
}

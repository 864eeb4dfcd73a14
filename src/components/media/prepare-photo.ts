import type { SentPhoto } from '../../../contract/entities/contact.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_FILE_BYTES, MAX_PHOTO_SIDE_PX } from '../../../contract/values.ts';

/** A photo that was chosen, scaled and encoded, but not saved yet. */
export interface ChosenPhoto {
  sha256: string;
  mime: 'image/jpeg' | 'image/webp';
  data: ArrayBuffer;
}

/**
 * Returns the reference to a chosen photo for the args of a write. The photo itself is passed as one of the files of
 * the write.
 */
export const toSentPhoto = ({ sha256, mime, data }: ChosenPhoto): SentPhoto => ({
  sha256,
  mime,
  bytes: data.byteLength,
});

/** Reasons why a file cannot be used as a photo. */
export type PhotoError = 'not_an_image' | 'too_heavy' | 'no_room';

export type PhotoResult = { ok: true; photo: ChosenPhoto } | { ok: false; why: PhotoError };

const MIME = 'image/jpeg';
const QUALITIES = [0.85, 0.75, 0.6, 0.45];
/**
 * Maximum number of sizes that are tried. If a picture is too large even at the lowest quality, it is made smaller and
 * encoded again.
 */
const MAX_SIZE_ATTEMPTS = 4;

interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in pixels of the picture. */
export interface CropArea extends Size {
  x: number;
  y: number;
}

/** A photo with its size in pixels. */
export interface SizedPhoto extends Size {
  photo: ChosenPhoto;
}

export type SizedPhotoResult = ({ ok: true } & SizedPhoto) | { ok: false; why: PhotoError };

function fitInto({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Encode = (quality: number) => Promise<Blob | null>;

/** Returns the part of the picture to use: all of it, or the centred square. */
function partOf({ width, height }: Size, isSquare: boolean): CropArea {
  if (!isSquare) return { x: 0, y: 0, width, height };
  const side = Math.min(width, height);
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), width: side, height: side };
}

function onCanvas(picture: ImageBitmap, part: CropArea, { width, height }: Size): Encode {
  const draw = (context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null): void => {
    if (!context) throw new Error('no canvas');
    // Without a white background, transparent areas would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
  };
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(width, height);
    draw(canvas.getContext('2d'));
    return (quality) => canvas.convertToBlob({ type: MIME, quality });
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d'));
  return (quality) => new Promise((resolve) => canvas.toBlob(resolve, MIME, quality));
}

/**
 * Encodes part of a picture, scaled to at most `side` px, at the best quality at which the file is small enough. The
 * result contains no location or camera data, because the picture is redrawn. Returns null if no attempt is small
 * enough.
 */
async function encodePart(picture: ImageBitmap, part: CropArea, side: number): Promise<(Size & { blob: Blob }) | null> {
  for (let step = 0; step < MAX_SIZE_ATTEMPTS; step += 1) {
    const size = fitInto(part, side * 0.7 ** step);
    const encode = onCanvas(picture, part, size);
    for (const quality of QUALITIES) {
      const blob = await encode(quality);
      if (blob && blob.type === MIME && blob.size <= MAX_PHOTO_BYTES) return { blob, ...size };
    }
  }
  return null;
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function sha256Of(data: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Validates an image file and converts part of the picture to a photo of at most `side` px and 500 kB, upright and
 * without metadata. `partIn` gets the size of the picture and returns the part.
 */
async function prepare(file: Blob, side: number, partIn: (size: Size) => CropArea): Promise<SizedPhotoResult> {
  if (file.size > MAX_PHOTO_FILE_BYTES) return { ok: false, why: 'too_heavy' };
  const isNotImage = file.type !== '' && !file.type.startsWith('image/');
  const picture = isNotImage ? null : await createImageBitmap(file).catch(() => null);
  if (!picture) return { ok: false, why: 'not_an_image' };
  try {
    const result = await encodePart(picture, partIn(picture), side);
    if (!result) return { ok: false, why: 'no_room' };
    const { blob, width, height } = result;
    const data = await blob.arrayBuffer();
    return { ok: true, photo: { sha256: await sha256Of(data), mime: MIME, data }, width, height };
  } catch {
    // There is not enough memory for a canvas of this size.
    return { ok: false, why: 'no_room' };
  } finally {
    picture.close();
  }
}

/**
 * Validates an image file and converts it to a photo of at most 1600 px and 500 kB, upright and without metadata. If
 * `square` is given, the photo is a square from the centre of the picture, with sides of at most that many pixels.
 */
export async function preparePhoto(file: Blob, square: number | null = null): Promise<PhotoResult> {
  const result = await prepare(file, square ?? MAX_PHOTO_SIDE_PX, (size) => partOf(size, square !== null));
  return result.ok ? { ok: true, photo: result.photo } : result;
}

/**
 * Converts part of an image file to a photo of at most 1600 px and 500 kB. Returns the photo with its size in pixels.
 */
export function cropPhoto(file: Blob, part: CropArea): Promise<SizedPhotoResult> {
  return prepare(file, MAX_PHOTO_SIDE_PX, () => part);
}

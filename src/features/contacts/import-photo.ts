import { MAX_PHOTO_FILE_BYTES } from '../../../contract/values.ts';
import { preparePhoto, type ChosenPhoto } from '../../components/media/prepare-photo.ts';

/** Reasons why a photo of an imported person is not saved. */
export type SkippedPhoto = 'photo_unreadable' | 'photo_too_large' | 'photo_link' | 'photo_limit' | 'photo_quota';

/** Maximum total size of the photos of one import: half of what the server accepts from a user per day. */
export const MAX_IMPORT_PHOTO_BYTES = 100 * 1024 * 1024;

/** Maximum size of a PHOTO property: base64 needs four characters for three bytes, plus line breaks. */
const MAX_PROPERTY_BYTES = MAX_PHOTO_FILE_BYTES * 1.45;

/** Decodes each byte as one character; only ASCII characters are compared. */
const ascii = new TextDecoder('latin1');

/** Returns the type of a JPEG, PNG or WebP file by its first bytes; null for any other file. */
function imageType(bytes: Uint8Array): string | null {
  const text = ascii.decode(bytes.subarray(0, 12));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text.startsWith('PNG\r\n', 1)) return 'image/png';
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : null;
}

/** Returns the base64 text of a PHOTO property, or its link; null if it contains neither. */
function contentOf(property: string): { base64: string } | { link: string } | null {
  const unfolded = property.replace(/\r?\n[ \t]*/g, '');
  const data = /^[^:]*:\s*data:[^,]*;base64\\?,(.*)$/is.exec(unfolded);
  if (data) return { base64: data[1] ?? '' };
  const [, head = '', value = ''] = /^([^:]*):(.*)$/s.exec(unfolded) ?? [];
  if (/^\s*https?:/i.test(value)) return { link: value.trim() };
  return /;(ENCODING=)?"?(b|base64)"?(;|$)/i.test(head) ? { base64: value } : null;
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Returns the picture in a PHOTO property, as it is in the file, or the reason why it cannot be used. */
export async function readPhotoProperty(property: Blob): Promise<Blob | SkippedPhoto> {
  if (property.size > MAX_PROPERTY_BYTES) return 'photo_too_large';
  const content = contentOf(ascii.decode(await property.arrayBuffer()));
  if (content && 'link' in content) return 'photo_link';
  const bytes = content && decodeBase64(content.base64);
  const type = bytes && imageType(bytes);
  return bytes && type ? new Blob([bytes], { type }) : 'photo_unreadable';
}

/**
 * Prepares the photos of one import in the same way as the contact form, one at a time, and keeps their total size
 * within the limit.
 */
export class ImportPhotos {
  /** Number of photos that were not saved, by reason. */
  readonly skipped = new Map<SkippedPhoto, number>();
  private bytes = 0;
  private isDiskFull = false;

  skip(why: SkippedPhoto): null {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
    return null;
  }

  /** Returns the photo to save; null if there is none or it is skipped. */
  async prepare(property: Blob | null): Promise<ChosenPhoto | null> {
    if (property === null) return null;
    if (this.isDiskFull) return this.skip('photo_quota');
    if (this.bytes >= MAX_IMPORT_PHOTO_BYTES) return this.skip('photo_limit');
    const picture = await readPhotoProperty(property);
    if (typeof picture === 'string') return this.skip(picture);
    const result = await preparePhoto(picture);
    if (!result.ok) return this.skip(result.why === 'not_an_image' ? 'photo_unreadable' : 'photo_too_large');
    this.bytes += result.photo.data.byteLength;
    return result.photo;
  }

  /** Records that the disk is too full for these photos, and for all that follow. */
  giveUp(photos: readonly (ChosenPhoto | null)[]): void {
    this.isDiskFull = true;
    for (const photo of photos) if (photo) this.skip('photo_quota');
  }
}

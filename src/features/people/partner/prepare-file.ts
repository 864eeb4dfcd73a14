import type { ErrorCode } from '../../../../contract/errors.ts';
import { MAX_PHOTO_FILE_BYTES, PDF_TYPE } from '../../../../contract/values.ts';
import { preparePhoto, sha256Of } from '../../../components/media/prepare-photo.ts';

/** A chosen file of a partner that is not saved yet. */
export interface ChosenFile {
  sha256: string;
  mime: 'application/pdf' | 'image/jpeg';
  name: string;
  data: ArrayBuffer;
}

/** Reasons why a file cannot be added to a partner. */
export type PartnerFileError =
  | 'too_heavy'
  | 'no_room'
  | Extract<ErrorCode, 'file_invalid' | 'files_full' | 'not_an_image'>;

export type FileResult = { ok: true; file: ChosenFile } | { ok: false; why: PartnerFileError };

const MAX_NAME_CHARS = 200;
const startsWith = (data: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => data[index] === byte);

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const extensions: Record<string, string> = {
  [PDF_TYPE]: 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Returns the file name with the extension of the file's type, because that type can differ from the type of the chosen
 * file: pictures are converted.
 */
export function fileNameFor(name: string, mime: string): string {
  const ending = extensions[mime];
  if (ending === undefined) return name;
  const stem = name.replace(/\.(pdf|jpe?g|png|webp)$/i, '').slice(0, MAX_NAME_CHARS - ending.length - 1);
  return `${stem}.${ending}`;
}

/**
 * Validates a file by its first bytes, whatever its name. A picture is scaled down and loses its metadata; a PDF stays
 * unchanged.
 */
export async function prepareFile(file: File): Promise<FileResult> {
  if (file.size > MAX_PHOTO_FILE_BYTES) return { ok: false, why: 'too_heavy' };
  const first = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  if (startsWith(first, PDF)) {
    const data = await file.arrayBuffer();
    const name = fileNameFor(file.name, PDF_TYPE);
    return { ok: true, file: { sha256: await sha256Of(data), mime: PDF_TYPE, name, data } };
  }
  if (!startsWith(first, JPEG) && !startsWith(first, PNG)) return { ok: false, why: 'file_invalid' };
  const result = await preparePhoto(file);
  if (!result.ok) return result;
  const { sha256, data } = result.photo;
  const mime = 'image/jpeg';
  return { ok: true, file: { sha256, mime, name: fileNameFor(file.name, mime), data } };
}

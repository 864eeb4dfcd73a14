import { PACK_HEADER_BYTES, PACK_MAGIC, type BookPack } from '../../../contract/book-pack.ts';

/** Parses a book pack; null if it is malformed. See: [Note: Book packs] */
export function readBookPack(file: ArrayBuffer): { pack: BookPack; pictures: Uint8Array<ArrayBuffer>[] } | null {
  if (file.byteLength < PACK_HEADER_BYTES) return null;
  const head = new DataView(file);
  let at = PACK_HEADER_BYTES + head.getUint32(4);
  if (head.getUint32(0) !== PACK_MAGIC || at > file.byteLength) return null;
  let pack: BookPack;
  try {
    pack = JSON.parse(
      new TextDecoder().decode(new Uint8Array(file, PACK_HEADER_BYTES, at - PACK_HEADER_BYTES)),
    ) as BookPack;
  } catch {
    return null;
  }
  if (pack.v !== 1 || !Array.isArray(pack.chapters) || pack.chapters.length === 0) return null;
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  for (const { bytes } of pack.pictures) {
    if (at + bytes > file.byteLength) return null;
    pictures.push(new Uint8Array(file, at, bytes));
    at += bytes;
  }
  return { pack, pictures };
}

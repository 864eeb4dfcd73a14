import { PACK_HEADER_BYTES, PACK_MAGIC, type BookPack } from '../../contract/book-pack.ts';

/** Serialises a book. See: [Note: Book packs]. */
export function writePack(pack: BookPack, images: readonly Uint8Array[]): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(pack));
  const size = images.reduce((sum, { length }) => sum + length, PACK_HEADER_BYTES + json.length);
  const file = new Uint8Array(size);
  const head = new DataView(file.buffer);
  head.setUint32(0, PACK_MAGIC);
  head.setUint32(4, json.length);
  file.set(json, PACK_HEADER_BYTES);
  let at = PACK_HEADER_BYTES + json.length;
  for (const image of images) {
    file.set(image, at);
    at += image.length;
  }
  return file;
}

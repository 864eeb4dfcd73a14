import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { Db } from '../../server/db/tables.ts';
import { DatabaseStore } from '../../server/files/database-store.ts';
import { hashOf, once } from '../../server/files/place-bytes.ts';
import { makePng } from '../helpers/images.ts';
import type { Chance } from '../simulation/rng.ts';

export const SCOPE = 'main';

const AT = '2026-03-02T08:00:00.000Z';
const BATCH = 100;

/** Shares of the kinds of files. The rest are uploads. */
const IMAGES = 0.3;
const VARIANTS = 0.1;
const VIDEOS = 0.005;

/** Returns bytes that no other file has. */
const noise = (chance: Chance, bytes: number): Buffer => {
  const data = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 4) data.writeUInt32LE(chance.below(2 ** 32), Math.min(at, bytes - 4));
  return data;
};

const picture = (chance: Chance): Buffer => makePng(noise(chance, 200 + chance.below(4000)).toString('hex'));

async function insertVideo(db: Db, data: Buffer): Promise<void> {
  const sha256 = hashOf(data);
  const row = { scope: SCOPE, sha256, mime: 'video/mp4', bytes: data.length, width: null, height: null };
  await db
    .insertInto('media_files')
    .values({ ...row, data: new Uint8Array(), created_at: AT })
    .execute();
  await new DatabaseStore(db).write({ scope: SCOPE, sha256, bytes: data.length, read: () => once(data) });
}

async function insertImages(db: Db, images: readonly Buffer[]): Promise<void> {
  const row = (data: Buffer) => ({
    ...{ scope: SCOPE, sha256: hashOf(data), mime: 'image/png', bytes: data.length, width: 2, height: 2 },
    ...{ data, created_at: AT },
  });
  await db.insertInto('media_files').values(images.map(row)).execute();
}

async function insertUploads(db: Db, uploads: readonly Buffer[]): Promise<void> {
  const row = (data: Buffer) => ({
    // An upload is named by the hash of the bytes that were sent, which differ from the stored bytes.
    ...{ scope: SCOPE, sha256: hashOf(Buffer.from(`sent ${hashOf(data)}`)), mime: 'image/png' as const },
    ...{ bytes: data.length, data, created_at: AT },
  });
  await db.insertInto('blobs').values(uploads.map(row)).execute();
}

async function insertVariants(db: Db, variants: readonly Buffer[]): Promise<void> {
  const row = (data: Buffer) => ({ scope: SCOPE, sha256: hashOf(data), width: 480, format: 'webp' as const, data });
  await db.insertInto('landing_image_variants').values(variants.map(row)).execute();
}

/** Fills the database with files of all kinds. Returns the hash and size of the bytes of each. */
export async function insertSampleFiles(db: Db, count: number, chance: Chance): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const add = (data: Buffer): Buffer => {
    sizes.set(hashOf(data), data.length);
    return data;
  };
  const videos = Math.max(1, Math.round(count * VIDEOS));
  for (let made = 0; made < videos; made += 1)
    await insertVideo(db, add(noise(chance, MEDIA_CHUNK_BYTES + 4 * chance.below(MEDIA_CHUNK_BYTES / 2))));
  const kinds = [
    { share: IMAGES, insert: insertImages },
    { share: VARIANTS, insert: insertVariants },
    { share: 1 - IMAGES - VARIANTS, insert: insertUploads },
  ];
  for (const { share, insert } of kinds) {
    const end = insert === insertUploads ? count : sizes.size + Math.round(count * share);
    while (sizes.size < end) {
      const batch = Array.from({ length: Math.min(BATCH, end - sizes.size) }, () => add(picture(chance)));
      await insert(db, batch);
    }
  }
  return sizes;
}

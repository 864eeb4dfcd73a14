import sharp from 'sharp';
import { shownImageHashes } from '../../../contract/landing/page-tree.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readFile } from '../../files/open-file.ts';
import { placeBytes, type Placement } from '../../files/place-bytes.ts';
import { addJob } from '../../jobs/queue.ts';
import { MAX_PIXELS } from '../../shrink-photo.ts';
import { imageFormats, type ImageFormat, variantsOf, scaledWidths } from './images.ts';

/** Qualities at which photos look like the original on a phone. */
const options = { avif: { quality: 50, effort: 3 }, webp: { quality: 74 } } as const;

interface Encoded {
  width: number;
  format: ImageFormat;
  data: Buffer;
}

/** Encodes an image in each width and format that pages offer. */
async function encodeVariants(data: Uint8Array): Promise<Encoded[]> {
  const { width: own } = await sharp(data, { limitInputPixels: MAX_PIXELS }).metadata();
  const found: Encoded[] = [];
  for (const width of scaledWidths(own)) {
    const scaled = sharp(data, { limitInputPixels: MAX_PIXELS }).resize({ width });
    for (const format of imageFormats)
      found.push({ width, format, data: await scaled.clone().toFormat(format, options[format]).toBuffer() });
  }
  return found;
}

/** Returns an image of the version that has no variants yet; undefined if all images have variants. */
async function nextImage({ db, scope }: Deps, flow_id: string, number: number): Promise<string | undefined> {
  const version = await db
    .selectFrom('landing_versions')
    .select(['cover', 'blocks'])
    .where('scope', '=', scope)
    .where('flow_id', '=', flow_id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!version) return undefined;
  const hashes = shownImageHashes(version);
  const done = new Set((await variantsOf(db, scope, hashes)).map(({ sha256 }) => sha256));
  return hashes.find((sha256) => !done.has(sha256));
}

/**
 * Scales and encodes one image of a published version, and queues a job for the next image. Encoding takes seconds, and
 * other jobs must not wait for all images of a page.
 */
export async function encodeImages(deps: Deps, flow_id: string, number: number): Promise<void> {
  const { db, scope, clock } = deps;
  const sha256 = await nextImage(deps, flow_id, number);
  if (sha256 === undefined) return;
  const blob = await db
    .selectFrom('blobs')
    .select(['bytes', 'data', 'stored_in', 'object_sha256'])
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  // The flow may have been deleted in the meantime, and its image with it.
  if (!blob) return;
  const variants: (Placement & Omit<Encoded, 'data'> & { bytes: number })[] = [];
  for (const { width, format, data } of await encodeVariants(await readFile(deps, scope, blob)))
    variants.push({ width, format, bytes: data.length, ...(await placeBytes(deps, scope, data)) });
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('landing_image_variants')
      .values(variants.map((variant) => ({ scope, sha256, ...variant })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await addJob(tx, { scope, at: clock().toISOString() }, 'landing_images', { flow_id, number });
  });
}

import { sql } from 'kysely';
import type { ImageSource } from '../../../contract/landing/context.ts';
import type { LandingImage } from '../../../contract/landing/props.ts';
import type { Db } from '../../db/tables.ts';
import type { StoredFile } from '../../files/open-file.ts';

/** Formats in which images are sent, smallest files first. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Widths to which images are scaled, in pixels. */
const WIDTHS = [480, 960, 1600];

/**
 * Returns the widths in which an image is offered: all widths that are smaller than the image, and the width of the
 * image itself up to the largest width.
 */
export function scaledWidths(width: number): number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((step) => step < largest), largest];
}

export interface ImageVariant {
  sha256: string;
  width: number;
  format: ImageFormat;
}

/** Returns the existing variants of these images. */
export async function variantsOf(db: Db, scope: string, hashes: readonly string[]): Promise<ImageVariant[]> {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('landing_image_variants')
    .select(['sha256', 'width', 'format'])
    .where('scope', '=', scope)
    .where('sha256', 'in', hashes)
    .orderBy('width')
    .execute();
}

/** Returns the sources of an image for visitors: its scaled variants that exist, and the stored image. */
export function imageSourceOf({ sha256, width }: LandingImage, variants: readonly ImageVariant[]): ImageSource {
  const own = variants.filter((variant) => variant.sha256 === sha256);
  const isComplete = (format: ImageFormat) =>
    scaledWidths(width).every((scaled) => own.some((variant) => variant.format === format && variant.width === scaled));
  const sources = imageFormats.filter(isComplete).map((format) => ({
    type: `image/${format}` as const,
    srcset: scaledWidths(width)
      .map((scaled) => `/i/${sha256}/${scaled}.${format} ${scaled}w`)
      .join(', '),
  }));
  return { src: `/i/${sha256}`, sources };
}

/**
 * SQL condition for the images that visitors may see: images in the published version of a flow whose owner has access.
 * `sha256` is an expression.
 */
const isShown = (scope: string, sha256: string) => {
  const image = JSON.stringify([{ image: { sha256 } }]);
  const inGallery = JSON.stringify([{ images: [{ image: { sha256 } }] }]);
  return sql<boolean>`exists (select 1 from landing_files l
    join flows f on f.scope = l.scope and f.id = l.flow_id and f.deleted_at is null and f.state = 'published'
    join landing_versions v on v.scope = f.scope and v.flow_id = f.id and v.number = f.version
    join users u on u.scope = f.scope and u.id = f.owner_id and u.is_active and not u.is_blocked and u.deleted_at is null
    where l.scope = ${scope} and l.sha256 = ${sha256} and (v.cover->>'sha256' = ${sha256}
      or v.blocks @> ${image}::jsonb or v.blocks @> ${inGallery}::jsonb))`;
};

export interface StoredImage extends StoredFile {
  type: string;
}

/** Returns an image of a published page in its stored form; undefined if no published page shows it. */
export async function readStoredImage(db: Db, scope: string, sha256: string): Promise<StoredImage | undefined> {
  const row = await db
    .selectFrom('blobs')
    .select(['mime as type', 'bytes', 'data', 'stored_in', 'object_sha256'])
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .where(isShown(scope, sha256))
    .executeTakeFirst();
  return row;
}

/**
 * Returns a scaled image of a published page; undefined if no published page shows the image, or if the variant does
 * not exist.
 */
export async function readScaledImage(db: Db, scope: string, variant: ImageVariant): Promise<StoredImage | undefined> {
  const row = await db
    .selectFrom('landing_image_variants')
    .select(['bytes', 'data', 'stored_in', 'object_sha256'])
    .where('scope', '=', scope)
    .where('sha256', '=', variant.sha256)
    .where('width', '=', variant.width)
    .where('format', '=', variant.format)
    .where(isShown(scope, variant.sha256))
    .executeTakeFirst();
  return row && { ...row, bytes: row.bytes ?? row.data.length, type: `image/${variant.format}` };
}

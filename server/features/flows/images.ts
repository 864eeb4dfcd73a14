import { imageHashesOf, type AnyProps, type LandingImage } from '../../../contract/landing/props.ts';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, UploadedPhoto } from '../../handlers.ts';
import { imageSizeOf } from '../../shrink-photo.ts';
import { claimPhoto } from '../blobs/repository.ts';
import { storeFile } from '../contacts/stored-photo.ts';

/** Records that a flow uses a file, which keeps the file for as long as the flow exists. */
async function recordFile({ tx, scope }: HandlerContext, flow_id: string, sha256: string): Promise<void> {
  await tx
    .insertInto('landing_files')
    .values({ scope, flow_id, sha256 })
    .onConflict((conflict) => conflict.columns(['scope', 'flow_id', 'sha256']).doNothing())
    .execute();
}

/**
 * Returns the image for a file that the caller has sent or can see. Type and size are read from the stored file, not
 * from the client, because the server encoded the file again when it arrived. Throws `blob_missing`.
 */
export async function usableImage(context: HandlerContext, flow_id: string, sha256: string): Promise<LandingImage> {
  const { tx, scope, caller, received_at } = context;
  const claimedPhoto = await claimPhoto(tx, caller, sha256, received_at);
  if (!claimedPhoto) throw new Refused('blob_missing');
  const { data, width, height } = await tx
    .selectFrom('blobs')
    .select(['data', 'width', 'height'])
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  await recordFile(context, flow_id, sha256);
  const size = width === null || height === null ? imageSizeOf(data) : { width, height };
  return { sha256, mime: claimedPhoto.mime, ...size };
}

/**
 * Returns props in which each image has the type and size of its stored file. Images that `current` contains are not
 * looked up again. Throws `blob_missing`.
 */
export async function withUsableImages<T extends AnyProps>(
  context: HandlerContext,
  flow_id: string,
  props: T,
  current: AnyProps | null,
): Promise<T> {
  const known = new Map<string, LandingImage>();
  if (current?.image) known.set(current.image.sha256, current.image);
  for (const { image } of current?.images ?? []) known.set(image.sha256, image);
  for (const sha256 of imageHashesOf(props))
    if (!known.has(sha256)) known.set(sha256, await usableImage(context, flow_id, sha256));
  const storedImage = (image: LandingImage) => known.get(image.sha256)!;
  return {
    ...props,
    ...(props.image && { image: storedImage(props.image) }),
    ...(props.images && { images: props.images.map((item) => ({ ...item, image: storedImage(item.image) })) }),
  };
}

/** Stores an image that was sent with a documented call. Throws `too_many_requests`. */
export async function storeImage(context: HandlerContext, photo: UploadedPhoto): Promise<LandingImage> {
  await storeFile(context, photo);
  return { sha256: photo.sha256, mime: photo.mime, ...imageSizeOf(photo.data) };
}

import type { Photo, SentPhoto } from '../../../contract/entities/contact.ts';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, UploadedFile } from '../../handlers.ts';
import { fitsDailyQuota } from '../blobs/daily-quota.ts';
import { storeBlob, updateUpload, startUpload, claimPhoto } from '../blobs/repository.ts';

/** Returns the photo with this hash if the file is complete and the caller may use it; null otherwise. */
export async function usablePhoto({ tx, caller, received_at }: HandlerContext, sha256: string): Promise<Photo | null> {
  const file = await claimPhoto(tx, caller, sha256, received_at);
  return file ? { sha256, mime: file.mime } : null;
}

/** Returns the photos for the given files. Throws `blob_missing` if the caller may not use one of them. */
export async function usablePhotos(context: HandlerContext, files: readonly SentPhoto[]): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (const { sha256 } of files) {
    const photo = await usablePhoto(context, sha256);
    if (!photo) throw new Refused('blob_missing');
    photos.push(photo);
  }
  return photos;
}

/**
 * Stores a file that was received in one piece as if the caller had uploaded it in chunks. Throws `too_many_requests`.
 */
export async function storeFile(context: HandlerContext, file: UploadedFile): Promise<void> {
  const { tx, caller, received_at } = context;
  const { sha256, mime, data } = file;
  const bytes = data.byteLength;
  if (!(await fitsDailyQuota(context, sha256, bytes))) throw new Refused('too_many_requests');
  await storeBlob(tx, caller.scope, file, received_at);
  await startUpload(tx, caller, { sha256, mime, bytes }, received_at);
  await updateUpload(tx, caller, sha256, { received: bytes, completed_at: received_at });
}

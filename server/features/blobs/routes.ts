import { createHash } from 'node:crypto';
import { Refused } from '../../../contract/errors.ts';
import type { UploadState } from '../../../contract/sync.ts';
import type { PhotoType } from '../../../contract/values.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { CommittedRefusal, RefusedForNow } from '../../http/with-current-row.ts';
import { fitsDailyQuota } from './day.ts';
import { isImage } from './image.ts';
import {
  addChunk,
  dropChunks,
  isStored,
  storeBlob,
  lockUpload,
  lockUploader,
  chunksOf,
  setUpload,
  startUpload,
  type Upload,
} from './repository.ts';

const RETRY_AFTER_S = 3600;

const stateOf = (upload: Upload): UploadState => ({
  offset: upload.received,
  complete: upload.completed_at !== null,
});

/**
 * Returns the offset to continue at. A file sent only by others counts as new: the caller proves possession by sending
 * its bytes.
 */
async function begin(
  context: CallerContext,
  file: { sha256: string; bytes: number; mime: PhotoType },
): Promise<UploadState> {
  const { tx, caller, received_at } = context;
  await lockUploader(tx, caller);
  const known = await lockUpload(tx, caller, file.sha256);
  if (known && known.bytes === file.bytes && known.mime === file.mime) {
    if (known.completed_at === null) return stateOf(known);
    if (await isStored(tx, caller.scope, file.sha256)) return stateOf(known);
  }
  if (!(await fitsDailyQuota(context, file.sha256, file.bytes)))
    throw new RefusedForNow('too_many_requests', RETRY_AFTER_S);
  await startUpload(tx, caller, file, received_at);
  return { offset: 0, complete: false };
}

/** Returns the complete file, or why it is rejected, in which case the upload restarts. */
async function wholeFile({ tx, caller, received_at }: CallerContext, upload: Upload): Promise<Buffer> {
  const { sha256, mime } = upload;
  const data = await chunksOf(tx, caller, sha256);
  const isRight = createHash('sha256').update(data).digest('hex') === sha256;
  if (isRight && isImage(data, mime)) return data;
  await startUpload(tx, caller, upload, received_at);
  throw new CommittedRefusal(isRight ? 'not_an_image' : 'checksum');
}

async function takePart(
  context: CallerContext,
  sha256: string,
  offset: number,
  data: Uint8Array,
): Promise<UploadState> {
  const { tx, caller, received_at } = context;
  const upload = await lockUpload(tx, caller, sha256);
  if (!upload) throw new Refused('not_found');
  if (upload.completed_at !== null) return stateOf(upload);
  if (offset !== upload.received) throw new Refused('upload_offset', { offset: upload.received });
  const received = offset + data.length;
  if (received > upload.bytes) throw new Refused('invalid', { body: 'too_long' });
  await addChunk(tx, caller, sha256, offset, data);
  await setUpload(tx, caller, sha256, { received, updated_at: received_at });
  if (received < upload.bytes) return { offset: received, complete: false };
  await storeBlob(tx, caller.scope, { ...upload, data: await wholeFile(context, upload) }, received_at);
  await dropChunks(tx, caller, sha256);
  await setUpload(tx, caller, sha256, { completed_at: received_at });
  return { offset: received, complete: true };
}

/** Uploads in chunks that may be repeated. */
export const blobRoutes: Pick<CallHandlers, 'sync.upload' | 'sync.upload_part'> = {
  'sync.upload': (context, { params: { sha256 }, body }) => begin(context, { sha256, ...body }),
  'sync.upload_part': async (context, { params: { sha256 }, query: { offset }, body }) => {
    if (!Buffer.isBuffer(body) || body.length === 0) throw new Refused('invalid', { body: 'empty' });
    return takePart(context, sha256, offset, body);
  },
};

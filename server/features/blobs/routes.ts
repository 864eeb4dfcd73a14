import { createHash } from 'node:crypto';
import { Refused, type ErrorCode } from '../../../contract/errors.ts';
import type { UploadState } from '../../../contract/sync.ts';
import type { PhotoType } from '../../../contract/values.ts';
import { withContext } from '../../context.ts';
import type {
  CallerContext,
  CallHandlers,
  HandlerContext,
  RequestFacts,
  UploadedPhoto,
  UploadHandlers,
} from '../../handlers.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { checkHeader } from '../../photo.ts';
import { fitsDailyQuota } from './day.ts';
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

interface Chunk {
  sha256: string;
  offset: number;
  data: Buffer;
}

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

/**
 * Locks the upload that a chunk continues. Throws `not_found`, `upload_offset`, or `invalid` beyond the promised length.
 */
async function continued({ tx, caller }: HandlerContext, { sha256, offset, data }: Chunk): Promise<Upload> {
  const upload = await lockUpload(tx, caller, sha256);
  if (!upload) throw new Refused('not_found');
  if (upload.completed_at !== null) return upload;
  if (offset !== upload.received) throw new Refused('upload_offset', { offset: upload.received });
  if (offset + data.length > upload.bytes) throw new Refused('invalid', { body: 'too_long' });
  return upload;
}

interface WholeFile {
  file: Buffer;
  mime: PhotoType;
}

/** Stores a chunk. With the last one, returns the whole file instead and stores nothing yet. */
async function takeChunk(context: HandlerContext, chunk: Chunk): Promise<UploadState | WholeFile> {
  const { tx, caller, received_at } = context;
  const { sha256, offset, data } = chunk;
  const upload = await continued(context, chunk);
  if (upload.completed_at !== null) return stateOf(upload);
  const received = offset + data.length;
  if (received === upload.bytes)
    return { file: Buffer.concat([await chunksOf(tx, caller, sha256), data]), mime: upload.mime };
  await addChunk(tx, caller, sha256, offset, data);
  await setUpload(tx, caller, sha256, { received, updated_at: received_at });
  return { offset: received, complete: false };
}

/** Drops the chunks of a file that cannot be stored, so that the upload restarts. */
async function restart({ tx, caller, received_at }: HandlerContext, sha256: string): Promise<void> {
  const upload = await lockUpload(tx, caller, sha256);
  if (upload && upload.completed_at === null) await startUpload(tx, caller, upload, received_at);
}

/**
 * [Note: The name of a file] A file is named by the hash of what the device sent, and served under this name, although
 * what is stored is a new image without metadata and trailing bytes. Records and devices refer to the name only.
 */
async function storeFile(context: HandlerContext, chunk: Chunk, photo: UploadedPhoto): Promise<UploadState> {
  const { tx, caller, received_at } = context;
  const { sha256 } = chunk;
  const upload = await continued(context, chunk);
  if (upload.completed_at !== null) return stateOf(upload);
  await storeBlob(tx, caller.scope, { ...photo, sha256 }, received_at);
  await dropChunks(tx, caller, sha256);
  await setUpload(tx, caller, sha256, { received: upload.bytes, completed_at: received_at });
  return { offset: upload.bytes, complete: true };
}

/** The image in a file. Throws `checksum` for other bytes than promised, and as Photos.shrink does. */
async function photoIn({ file, mime }: WholeFile, sha256: string, request: RequestFacts): Promise<UploadedPhoto> {
  if (createHash('sha256').update(file).digest('hex') !== sha256) throw new Refused('checksum');
  if (checkHeader(file) !== mime) throw new Refused('not_an_image');
  return request.shrink(file);
}

const endsUpload = new Set<ErrorCode>(['checksum', 'not_an_image', 'too_large']);

/** Uploads in chunks that may be repeated. */
export const blobRoutes: Pick<CallHandlers, 'sync.upload'> = {
  'sync.upload': (context, { params: { sha256 }, body }) => begin(context, { sha256, ...body }),
};

/** The last chunk stays with the device until the image is decoded: if the server is busy, only that one is repeated. */
export const uploadHandlers: UploadHandlers = {
  'sync.upload_part': async ({ deps, caller, request }, { params: { sha256 }, query: { offset }, body: data }) => {
    if (!Buffer.isBuffer(data) || data.length === 0) throw new Refused('invalid', { body: 'empty' });
    const chunk: Chunk = { sha256, offset, data };
    const taken = await withContext(deps, caller, (context) => takeChunk(context, chunk));
    if (!('file' in taken)) return taken;
    try {
      const photo = await photoIn(taken, sha256, request);
      return await withContext(deps, caller, (context) => storeFile(context, chunk, photo));
    } catch (error) {
      if (error instanceof Refused && endsUpload.has(error.code))
        await withContext(deps, caller, (context) => restart(context, sha256));
      throw error;
    }
  },
};

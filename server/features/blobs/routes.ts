import { createHash } from 'node:crypto';
import { Refused, type ErrorCode } from '../../../contract/errors.ts';
import type { UploadState } from '../../../contract/sync.ts';
import { PDF_TYPE, type FileType } from '../../../contract/values.ts';
import { withContext } from '../../context.ts';
import type {
  CallerContext,
  CallHandlers,
  HandlerContext,
  RequestFacts,
  UploadedFile,
  UploadHandlers,
} from '../../handlers.ts';
import { placeBytes } from '../../files/place-bytes.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { isPdf } from '../../pdf.ts';
import { checkImageHeader } from '../../shrink-photo.ts';
import { fitsDailyQuota } from './daily-quota.ts';
import {
  addChunk,
  dropChunks,
  isBlobStored,
  storeBlob,
  lockUpload,
  lockUploader,
  chunksOf,
  updateUpload,
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
 * Starts an upload, or returns the offset at which to continue. A file that only other users have sent counts as new:
 * the caller must prove possession by sending its bytes.
 */
async function beginBlobUpload(
  context: CallerContext,
  file: { sha256: string; bytes: number; mime: FileType },
): Promise<UploadState> {
  const { tx, caller, received_at } = context;
  await lockUploader(tx, caller);
  const currentUpload = await lockUpload(tx, caller, file.sha256);
  if (currentUpload && currentUpload.bytes === file.bytes && currentUpload.mime === file.mime) {
    if (currentUpload.completed_at === null) return stateOf(currentUpload);
    if (await isBlobStored(tx, caller.scope, file.sha256)) return stateOf(currentUpload);
  }
  if (!(await fitsDailyQuota(context, file.sha256, file.bytes)))
    throw new RefusedForNow('too_many_requests', RETRY_AFTER_S);
  await startUpload(tx, caller, file, received_at);
  return { offset: 0, complete: false };
}

/**
 * Locks the upload to which a chunk belongs. Throws `not_found`, `upload_offset` if the chunk does not start at the end
 * of the stored chunks, or `invalid` if it exceeds the announced length.
 */
async function lockForChunk({ tx, caller }: HandlerContext, { sha256, offset, data }: Chunk): Promise<Upload> {
  const upload = await lockUpload(tx, caller, sha256);
  if (!upload) throw new Refused('not_found');
  if (upload.completed_at !== null) return upload;
  if (offset !== upload.received) throw new Refused('upload_offset', { offset: upload.received });
  if (offset + data.length > upload.bytes) throw new Refused('invalid', { body: 'too_long' });
  return upload;
}

interface CompleteFile {
  file: Buffer;
  mime: FileType;
}

/** Stores a chunk. For the last chunk, returns the complete file instead and stores nothing yet. */
async function receiveChunk(context: HandlerContext, chunk: Chunk): Promise<UploadState | CompleteFile> {
  const { tx, caller, received_at } = context;
  const { sha256, offset, data } = chunk;
  const upload = await lockForChunk(context, chunk);
  if (upload.completed_at !== null) return stateOf(upload);
  const received = offset + data.length;
  if (received === upload.bytes)
    return { file: Buffer.concat([await chunksOf(tx, caller, sha256), data]), mime: upload.mime };
  await addChunk(tx, caller, sha256, offset, data);
  await updateUpload(tx, caller, sha256, { received, updated_at: received_at });
  return { offset: received, complete: false };
}

/** Deletes the chunks of a file that cannot be stored, so that the device uploads the file again from the beginning. */
async function restartUpload({ tx, caller, received_at }: HandlerContext, sha256: string): Promise<void> {
  const upload = await lockUpload(tx, caller, sha256);
  if (upload && upload.completed_at === null) await startUpload(tx, caller, upload, received_at);
}

/**
 * [Note: The name of a file] A file is identified by the hash of the bytes that the device sent, and this hash stays
 * part of its URL. For an image, however, the stored bytes are a new encoding without metadata and trailing bytes.
 * Records and devices refer to the file only by this hash.
 */
async function storeFile(context: HandlerContext, chunk: Chunk, checked: UploadedFile): Promise<UploadState> {
  const { tx, caller, received_at } = context;
  const { sha256 } = chunk;
  const upload = await lockForChunk(context, chunk);
  if (upload.completed_at !== null) return stateOf(upload);
  await storeBlob(tx, caller.scope, { ...checked, sha256 }, received_at);
  await dropChunks(tx, caller, sha256);
  await updateUpload(tx, caller, sha256, { received: upload.bytes, completed_at: received_at });
  return { offset: upload.bytes, complete: true };
}

/**
 * Decodes the image in an uploaded file; leaves a PDF unchanged. Throws `checksum` if the bytes do not match the
 * announced hash, `file_invalid` if the file was announced as a PDF but is none, and the errors of Photos.shrink.
 */
async function checkedFile({ file, mime }: CompleteFile, sha256: string, request: RequestFacts): Promise<UploadedFile> {
  if (createHash('sha256').update(file).digest('hex') !== sha256) throw new Refused('checksum');
  if (mime === PDF_TYPE) {
    if (!isPdf(file)) throw new Refused('file_invalid');
    return { sha256, mime, data: file };
  }
  if (checkImageHeader(file) !== mime) throw new Refused('not_an_image');
  return request.shrink(file);
}

const endsUpload = new Set<ErrorCode>(['checksum', 'not_an_image', 'file_invalid', 'too_large']);

/** Handler of the call that starts or continues an upload in chunks. */
export const blobRoutes: Pick<CallHandlers, 'sync.upload'> = {
  'sync.upload': (context, { params: { sha256 }, body }) => beginBlobUpload(context, { sha256, ...body }),
};

/**
 * Handler of the call that sends a chunk. A device may send the same chunk several times. The last chunk is stored only
 * after the file has been checked. If the server is busy, the device therefore needs to repeat only that chunk.
 */
export const uploadHandlers: UploadHandlers = {
  'sync.upload_part': async ({ deps, caller, request }, { params: { sha256 }, query: { offset }, body: data }) => {
    if (!Buffer.isBuffer(data) || data.length === 0) throw new Refused('invalid', { body: 'empty' });
    const chunk: Chunk = { sha256, offset, data };
    const received = await withContext(deps, caller, (context) => receiveChunk(context, chunk));
    if (!('file' in received)) return received;
    try {
      const checked = await checkedFile(received, sha256, request);
      const placement = await placeBytes(deps, caller.scope, checked.data);
      return await withContext(deps, caller, (context) => storeFile(context, chunk, { ...checked, placement }));
    } catch (error) {
      if (error instanceof Refused && endsUpload.has(error.code))
        await withContext(deps, caller, (context) => restartUpload(context, sha256));
      throw error;
    }
  },
};

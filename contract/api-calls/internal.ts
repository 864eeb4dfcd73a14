import { Id, Sha256 } from '../fields.ts';
import { Device, DigestQuery, DigestReply, UploadState } from '../sync.ts';
import { MAX_PHOTO_FILE_BYTES, fileTypes } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const BlobParams = z.strictObject({ sha256: Sha256 });

/** Calls that are not part of the documented API. Those of the sync cycle are in sync.ts. */
export const internalCalls = {
  'sync.digest': defineCall({
    method: 'GET',
    path: '/api/sync/digest',
    roles: members,
    summary: 'Row counts and hashes of a group, with which a phone checks whether its copy is complete',
    idempotent: false,
    query: DigestQuery,
    reply: DigestReply,
    per_minute: 30,
  }),
  'sync.upload': defineCall({
    method: 'POST',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'Start or resume the upload of a file',
    idempotent: false,
    params: BlobParams,
    body: z.strictObject({
      bytes: z.int().check(z.gte(1), z.lte(MAX_PHOTO_FILE_BYTES, { error: 'too_long' })),
      mime: z.enum(fileTypes, { error: 'invalid' }),
    }),
    reply: UploadState,
  }),
  'sync.upload_part': defineCall({
    method: 'PATCH',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'Upload the next bytes of a file, starting at the offset that the server returned last',
    idempotent: false,
    params: BlobParams,
    query: z.strictObject({ offset: z.coerce.number().check(z.int(), z.gte(0)) }),
    encoding: 'bytes',
    reply: UploadState,
  }),
  'sync.blob': defineCall({
    method: 'GET',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'Download a file that the caller may see',
    idempotent: false,
    params: BlobParams,
    reply: z.string(),
    stream: true,
  }),
  'own.devices': defineCall({
    method: 'GET',
    path: '/api/accounts/devices/',
    roles: members,
    summary: 'Devices on which the caller is or was logged in',
    idempotent: false,
    reply: z.array(Device),
  }),
  'own.revoke_device': defineCall({
    method: 'DELETE',
    path: '/api/accounts/devices/{id}/',
    roles: members,
    summary: "Log out one of the caller's devices",
    idempotent: true,
    params: z.strictObject({ id: Id }),
    success: 'done',
    reply: z.object({ ok: z.literal(true) }),
  }),
  'own.outbox_key': defineCall({
    method: 'GET',
    path: '/api/accounts/outbox_key/',
    roles: members,
    summary: 'The key with which a phone encrypts the unsent work of the caller on logout',
    idempotent: false,
    reply: z.object({ key: z.string() }),
    per_minute: 60,
  }),
};

import { Id, Sha256 } from '../fields.ts';
import { Device, DigestQuery, DigestReply, UploadState } from '../sync.ts';
import { PHOTO_BYTES_IN, photoTypes } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const Blob = z.strictObject({ sha256: Sha256 });

/** Calls beyond the documented API, except those of the sync cycle. */
export const internalCalls = {
  'sync.digest': defineCall({
    method: 'GET',
    path: '/api/sync/digest',
    roles: members,
    summary: 'Count and hash of a group, to find out whether a mirror is whole',
    idempotent: false,
    query: DigestQuery,
    reply: DigestReply,
    per_minute: 30,
  }),
  'sync.upload': defineCall({
    method: 'POST',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'Begin or resume the upload of a file',
    idempotent: false,
    params: Blob,
    body: z.strictObject({
      bytes: z.int().check(z.gte(1), z.lte(PHOTO_BYTES_IN, { error: 'too_long' })),
      mime: z.enum(photoTypes, { error: 'invalid' }),
    }),
    reply: UploadState,
  }),
  'sync.upload_part': defineCall({
    method: 'PATCH',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'The next bytes of a file, from the offset that the server named',
    idempotent: false,
    params: Blob,
    query: z.strictObject({ offset: z.coerce.number().check(z.int(), z.gte(0)) }),
    encoding: 'bytes',
    reply: UploadState,
  }),
  'sync.blob': defineCall({
    method: 'GET',
    path: '/api/sync/blobs/{sha256}',
    roles: members,
    summary: 'The bytes of a file that the caller may see',
    idempotent: false,
    params: Blob,
    reply: z.string(),
    stream: true,
  }),
  'own.devices': defineCall({
    method: 'GET',
    path: '/api/accounts/devices/',
    roles: members,
    summary: 'Where I am logged in, or was',
    idempotent: false,
    reply: z.object({ results: z.array(Device) }),
  }),
  'own.revoke_device': defineCall({
    method: 'DELETE',
    path: '/api/accounts/devices/{id}/',
    roles: members,
    summary: 'End the login of one of my devices',
    idempotent: true,
    params: z.strictObject({ id: Id }),
    reply: z.object({ ok: z.literal(true) }),
  }),
  'own.outbox_key': defineCall({
    method: 'GET',
    path: '/api/accounts/outbox_key/',
    roles: members,
    summary: 'The key under which a phone locks what was not sent when this person logs out',
    idempotent: false,
    reply: z.object({ key: z.string() }),
    per_minute: 60,
  }),
};

import type { FastifyInstance, FastifyReply } from 'fastify';
import { callNamed } from '../../../contract/calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { ownContactPhoto, visibleBlob } from '../../features/blobs/repository.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { authorise } from './auth.ts';
import { limitKey, routePath } from './calls.ts';

export interface BlobsOptions {
  tokens: Tokens;
  rate_limits: boolean;
}

const PER_MINUTE = 600;

/** Images are for the page that fetched them; opened as a document they may do nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

type File = { mime: string; data: Uint8Array };

function sendFile(reply: FastifyReply, file: File | undefined): FastifyReply {
  if (!file) throw new Refused('not_found');
  const { buffer, byteOffset, byteLength } = file.data;
  return reply
    .headers({ 'Content-Security-Policy': POLICY, 'Content-Disposition': 'inline' })
    .type(file.mime)
    .send(Buffer.from(buffer, byteOffset, byteLength));
}

const rateLimit = ({ rate_limits }: BlobsOptions) =>
  rate_limits ? { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey } } : {};

/** Serves the photos of contacts to their owners, for clients that do not sync. */
export function addContactPhotos(app: FastifyInstance, deps: Deps, options: BlobsOptions): void {
  const call = callNamed('contacts.photo');
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: routePath(call),
    schema: { params: call.params },
    config: rateLimit(options),
    onRequest: authorise(deps, options.tokens, call),
    handler: async ({ caller, params }, reply) =>
      sendFile(reply, caller ? await ownContactPhoto(deps.db, caller, params.id) : undefined),
  });
}

/** Serves uploaded files to callers who may see them, and accepts bytes as the body of an upload. */
export function addBlobs(app: FastifyInstance, deps: Deps, options: BlobsOptions): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'application/offset+octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  const call = callNamed('sync.blob');
  app.route<{ Params: { sha256: string } }>({
    method: 'GET',
    url: routePath(call),
    schema: { params: call.params },
    config: rateLimit(options),
    onRequest: authorise(deps, options.tokens, call),
    handler: async ({ caller, params }, reply) =>
      sendFile(reply, caller ? await visibleBlob(deps.db, caller, params.sha256) : undefined),
  });
}

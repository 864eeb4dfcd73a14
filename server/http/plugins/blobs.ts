import type { FastifyInstance, FastifyReply } from 'fastify';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import { PDF_TYPE } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { openFile, type StoredFile } from '../../files/open-file.ts';
import type { Caller } from '../../handlers.ts';
import { ownContactPhoto, visibleBlob } from '../../features/blobs/repository.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { authorise } from './auth.ts';
import { limitKey, routePath } from './api-calls.ts';

export interface BlobsOptions {
  tokens: Tokens;
  rate_limits: boolean;
}

const REQUESTS_PER_MINUTE = 600;

/**
 * Files are used by the page that fetched them. If a file is opened as a document of its own, this policy prevents the
 * file from running scripts or loading anything.
 */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

type File = StoredFile & { mime: string };

async function sendFile(deps: Deps, reply: FastifyReply, scope: string, file: File): Promise<FastifyReply> {
  const body = await openFile(deps, scope, file);
  return reply
    .headers({
      'Content-Security-Policy': POLICY,
      'Content-Disposition': file.mime === PDF_TYPE ? 'attachment' : 'inline',
      'Content-Length': String(file.bytes),
    })
    .type(file.mime)
    .send(body);
}

/** Adds a call that responds with a file. `find` returns undefined for a file that the caller may not see. */
function addFileCall<Params>(
  app: FastifyInstance,
  { tokens, rate_limits }: BlobsOptions,
  deps: Deps,
  name: 'contacts.photo' | 'sync.blob',
  find: (caller: Caller, params: Params) => Promise<File | undefined>,
): void {
  const call = callNamed(name);
  app.route({
    method: 'GET',
    url: routePath(call),
    schema: { params: call.params },
    config: rate_limits ? { rateLimit: { max: REQUESTS_PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey } } : {},
    onRequest: authorise(deps, tokens, call),
    handler: async ({ caller, params }, reply) => {
      const file = caller && (await find(caller, params as Params));
      if (!file) throw new Refused('not_found');
      return sendFile(deps, reply, caller.scope, file);
    },
  });
}

/** Serves the photos of contacts to the owners of the contacts, for clients that do not sync. */
export function registerContactPhotoRoutes(app: FastifyInstance, deps: Deps, options: BlobsOptions): void {
  addFileCall<{ id: string }>(app, options, deps, 'contacts.photo', (caller, { id }) =>
    ownContactPhoto(deps.db, caller, id),
  );
}

/** Serves uploaded files to callers who may see them, and accepts raw bytes as the body of an upload. */
export function registerBlobRoutes(app: FastifyInstance, deps: Deps, options: BlobsOptions): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'application/offset+octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  addFileCall<{ sha256: string }>(app, options, deps, 'sync.blob', (caller, { sha256 }) =>
    visibleBlob(deps.db, caller, sha256),
  );
}

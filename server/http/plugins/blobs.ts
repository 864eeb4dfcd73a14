import type { FastifyInstance } from 'fastify';
import { callNamed } from '../../../contract/calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { visibleBlob } from '../../features/blobs/repository.ts';
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

/** Serves uploaded files to callers who may see them, and accepts bytes as the body of an upload. */
export function addBlobs(app: FastifyInstance, deps: Deps, { tokens, rate_limits }: BlobsOptions): void {
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
    config: rate_limits ? { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey } } : {},
    onRequest: authorise(deps, tokens, call),
    handler: async ({ caller, params }, reply) => {
      const file = caller ? await visibleBlob(deps.db, caller, params.sha256) : undefined;
      if (!file) throw new Refused('not_found');
      const { buffer, byteOffset, byteLength } = file.data;
      return reply
        .headers({ 'Content-Security-Policy': POLICY, 'Content-Disposition': 'inline' })
        .type(file.mime)
        .send(Buffer.from(buffer, byteOffset, byteLength));
    },
  });
}

import type { FastifyInstance } from 'fastify';
import { BOOK_PACK_TYPE } from '../../../contract/book-pack.ts';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { readableFile } from '../../features/books/repository.ts';
import { openMedia } from '../../files/open-media.ts';
import { authorise } from './auth.ts';
import { limitKey, routePath } from './api-calls.ts';
import { sendFile } from './media.ts';

const REQUESTS_PER_MINUTE = 600;

/** Returns the media type of the response. Book packs are stored as `application/octet-stream`. */
const typeOf = (mime: string) => (mime === 'application/octet-stream' ? BOOK_PACK_TYPE : mime);

/**
 * Serves book files to callers who may read them. A request for a book that the caller has not bought is refused with
 * `not_found`.
 */
export function registerBookRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tokens, rate_limits }: { tokens: Tokens; rate_limits: boolean },
): void {
  const call = callNamed('books.file');
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: routePath(call),
    schema: { params: call.params },
    config: rate_limits ? { rateLimit: { max: REQUESTS_PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey } } : {},
    onRequest: authorise(deps, tokens, call),
    handler: async (request, reply) => {
      const { caller, params } = request;
      const file = caller ? await readableFile(deps.db, caller, params.id) : undefined;
      if (!caller || !file) throw new Refused('not_found');
      const headers = {
        'Content-Disposition': 'attachment',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      };
      return sendFile(request, reply, { ...file, headers, mime: typeOf(file.mime) }, (range) =>
        openMedia(deps, caller.scope, file, range),
      );
    },
  });
}

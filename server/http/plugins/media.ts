import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Sha256 } from '../../../contract/fields.ts';
import { contentRange, parseRange } from '../../../contract/media-range.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { mayPlay, mediaBytes } from '../../features/lessons/media-repository.ts';
import { callerOfRequest } from './auth.ts';
import { sendRefusal } from './errors.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Never shown again without asking: the right may have ended, or the phone may be in other hands. */
const OWN = 'private, no-cache';

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);
const isClip = (mime: string) => /^(audio|video)\/|^text\/vtt$/.test(mime);

interface File {
  sha256: string;
  mime: string;
  bytes: number;
}

/** Answers with a stretch or the whole, as the request asks. `If-Range` with another file's name asks for the whole. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, mime, bytes }: File,
  read: (span: { from: number; to: number }) => Readable | Buffer,
): FastifyReply {
  const etag = `"${sha256}"`;
  void reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const asked = condition === undefined || condition === etag ? request.headers.range : undefined;
  const span = parseRange(asked, bytes);
  if (span === 'beyond') return reply.code(416).header('Content-Range', `bytes */${bytes}`).send();
  const sent = span === 'whole' ? { from: 0, to: bytes - 1 } : span;
  if (span !== 'whole') void reply.code(206).header('Content-Range', contentRange(span, bytes));
  return reply
    .type(mime)
    .header('Content-Length', String(sent.to - sent.from + 1))
    .send(read(sent));
}

/**
 * [Note: Media by their hash] The content behind an address never changes. Pictures are anybody's who knows the address;
 * films and sounds need the bearer of somebody who may read a lesson that has them.
 */
export function addMedia(app: FastifyInstance, deps: Deps, tokens: Tokens): void {
  const { db, scope } = deps;
  const named = (sha256: string, scope: string) =>
    db
      .selectFrom('media_files')
      .select(['sha256', 'mime', 'bytes'])
      .where('scope', '=', scope)
      .where('sha256', '=', sha256);
  app.get<{ Params: { sha256: string } }>('/media/:sha256', async (request, reply) => {
    const { sha256 } = request.params;
    if (!Sha256.safeParse(sha256).success) return sendRefusal(reply, { code: 'not_found' });
    const file = await named(sha256, scope).select('data').executeTakeFirst();
    if (file && pictures.has(file.mime)) {
      const data = Buffer.from(file.data.buffer, file.data.byteOffset, file.data.byteLength);
      void reply.header('Cache-Control', YEAR);
      return sendFile(request, reply, { ...file, bytes: data.length }, ({ from, to }) => data.subarray(from, to + 1));
    }
    if (!file || !isClip(file.mime)) return sendRefusal(reply, { code: 'not_found' });
    request.caller = await callerOfRequest(deps, tokens, request);
    if (!(await mayPlay(db, request.caller, sha256))) return sendRefusal(reply, { code: 'not_found' });
    void reply.header('Cache-Control', OWN);
    return sendFile(request, reply, file, (span) =>
      Readable.from(mediaBytes(db, scope, sha256, span), { objectMode: false }),
    );
  });
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Sha256 } from '../../../contract/fields.ts';
import { contentRange, parseRange } from '../../../contract/media-range.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { mayPlay, readMediaBytes } from '../../features/lessons/media-repository.ts';
import { authenticate } from './auth.ts';
import { sendRefusal } from './errors.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Browsers revalidate the file on each use, because access may have ended or another user may be using the device. */
const PRIVATE = 'private, no-cache';

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);
const isPlayable = (mime: string) => /^(audio|video)\/|^text\/vtt$/.test(mime);

interface File {
  sha256: string;
  mime: string;
  bytes: number;
}

/**
 * Sends the requested range or, without a range, the entire file. Also sends the entire file if `If-Range` contains the
 * tag of a different file.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, mime, bytes }: File,
  read: (range: { from: number; to: number }) => Readable | Buffer,
): FastifyReply {
  const etag = `"${sha256}"`;
  void reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const rangeHeader = condition === undefined || condition === etag ? request.headers.range : undefined;
  const span = parseRange(rangeHeader, bytes);
  if (span === 'beyond') return reply.code(416).header('Content-Range', `bytes */${bytes}`).send();
  const sent = span === 'whole' ? { from: 0, to: bytes - 1 } : span;
  if (span !== 'whole') void reply.code(206).header('Content-Range', contentRange(span, bytes));
  return reply
    .type(mime)
    .header('Content-Length', String(sent.to - sent.from + 1))
    .send(read(sent));
}

/**
 * [Note: Media by their hash] The URL of a media file contains the hash of the content, so the content of a URL never
 * changes. Images are accessible to anyone who knows the URL; video and audio require the token of a caller who may
 * read a lesson that contains them.
 */
export function registerMediaRoutes(app: FastifyInstance, deps: Deps, tokens: Tokens): void {
  const { db, scope } = deps;
  const fileBySha = (sha256: string, scope: string) =>
    db
      .selectFrom('media_files')
      .select(['sha256', 'mime', 'bytes'])
      .where('scope', '=', scope)
      .where('sha256', '=', sha256);
  app.get<{ Params: { sha256: string } }>('/media/:sha256', async (request, reply) => {
    const { sha256 } = request.params;
    if (!Sha256.safeParse(sha256).success) return sendRefusal(reply, { code: 'not_found' });
    const file = await fileBySha(sha256, scope).select('data').executeTakeFirst();
    if (file && imageTypes.has(file.mime)) {
      const data = Buffer.from(file.data.buffer, file.data.byteOffset, file.data.byteLength);
      void reply.header('Cache-Control', YEAR);
      return sendFile(request, reply, { ...file, bytes: data.length }, ({ from, to }) => data.subarray(from, to + 1));
    }
    if (!file || !isPlayable(file.mime)) return sendRefusal(reply, { code: 'not_found' });
    request.caller = await authenticate(deps, tokens, request);
    if (!(await mayPlay(db, request.caller, sha256))) return sendRefusal(reply, { code: 'not_found' });
    void reply.header('Cache-Control', PRIVATE);
    return sendFile(request, reply, file, (span) =>
      Readable.from(readMediaBytes(db, scope, sha256, span), { objectMode: false }),
    );
  });
}

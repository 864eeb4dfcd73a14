import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Sha256 } from '../../../contract/fields.ts';
import { contentRange, parseRange, type ByteRange } from '../../../contract/media-range.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { mediaFile, openMedia } from '../../files/open-media.ts';
import { mayPlay } from '../../features/lessons/media-repository.ts';
import { authenticate } from './auth.ts';
import { sendRefusal } from './errors.ts';

const CACHED_FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** Browsers revalidate the file on each use, because access may have ended or another user may be using the device. */
const PRIVATE = 'private, no-cache';

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);
const isPlayable = (mime: string) => /^(audio|video)\/|^text\/vtt$/.test(mime);

interface File {
  sha256: string;
  mime: string;
  bytes: number;
  /** Further headers of the response. */
  headers: Record<string, string>;
}

/**
 * Sends the requested range or, without a range, the entire file. Also sends the entire file if `If-Range` contains the
 * tag of a different file. The file is opened before any header is set, so that an error response has none of them.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, mime, bytes, headers }: File,
  open: (range: ByteRange) => Promise<Readable | Buffer>,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  const headersWithTag = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headersWithTag).send();
  const condition = request.headers['if-range'];
  const rangeHeader = condition === undefined || condition === etag ? request.headers.range : undefined;
  const span = parseRange(rangeHeader, bytes);
  if (span === 'beyond')
    return reply
      .code(416)
      .headers({ ...headersWithTag, 'Content-Range': `bytes */${bytes}` })
      .send();
  const sentSpan = span === 'whole' ? { from: 0, to: bytes - 1 } : span;
  const body = await open(sentSpan);
  if (span !== 'whole') void reply.code(206).header('Content-Range', contentRange(span, bytes));
  return reply
    .headers(headersWithTag)
    .type(mime)
    .header('Content-Length', String(sentSpan.to - sentSpan.from + 1))
    .send(body);
}

/**
 * [Note: Media by their hash] The URL of a media file contains the hash of the content, so the content of a URL never
 * changes. Images are accessible to anyone who knows the URL; video and audio require the token of a caller who may
 * read a lesson that contains them.
 */
export function registerMediaRoutes(app: FastifyInstance, deps: Deps, tokens: Tokens): void {
  const { db, scope } = deps;
  app.get<{ Params: { sha256: string } }>('/media/:sha256', async (request, reply) => {
    const { sha256 } = request.params;
    if (!Sha256.safeParse(sha256).success) return sendRefusal(reply, { code: 'not_found' });
    const file = await mediaFile(deps, scope, sha256);
    const isImage = file !== undefined && imageTypes.has(file.mime);
    if (!file || (!isImage && !isPlayable(file.mime))) return sendRefusal(reply, { code: 'not_found' });
    if (!isImage) {
      request.caller = await authenticate(deps, tokens, request);
      if (!(await mayPlay(db, request.caller, sha256))) return sendRefusal(reply, { code: 'not_found' });
    }
    const headers = { 'Cache-Control': isImage ? CACHED_FOR_A_YEAR : PRIVATE };
    return sendFile(request, reply, { ...file, headers }, (range) => openMedia(deps, scope, file, range));
  });
}

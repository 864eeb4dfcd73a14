import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client already has the version named by the ETag of the response. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const etag = reply.getHeader('etag');
  return typeof etag === 'string' && tags !== undefined && (tags.includes(etag) || tags.includes('*'));
}

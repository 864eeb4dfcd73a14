import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SnapshotReply } from '../../../contract/sync.ts';
import { SnapshotCache } from '../../sync/snapshot-cache.ts';
import type { SnapshotQuery } from '../../sync/snapshot.ts';
import { acceptsGzip } from './compression.ts';
import { isUnchanged } from './unchanged.ts';

/**
 * Creates the hooks that send pages of snapshots from a cache, and keep those that are sent. See: [Note: Cached pages]
 */
export function createSnapshotHooks(clock: () => Date) {
  const cache = new SnapshotCache(clock);
  /** Requests for pages that are not the last of their snapshot; only such pages are kept. */
  const requestsToKeep = new WeakSet<FastifyRequest>();
  const queryOf = (request: FastifyRequest) => request.query as SnapshotQuery;
  return {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request;
      const page = caller && acceptsGzip(request.headers) ? cache.get(caller, queryOf(request)) : undefined;
      if (!page) return;
      void reply.header('ETag', page.etag);
      if (isUnchanged(request, reply)) return reply.code(304).send();
      return reply.headers({ 'Content-Encoding': 'gzip' }).type('application/json; charset=utf-8').send(page.data);
    },
    preSerialization: async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
      if ((payload as Partial<SnapshotReply>).next) requestsToKeep.add(request);
      return payload;
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const { caller } = request;
      const isKept = caller && requestsToKeep.has(request) && reply.getHeader('content-encoding') === 'gzip';
      if (!isKept || !Buffer.isBuffer(payload)) return payload;
      const page = cache.set(caller, queryOf(request), payload);
      if (page) void reply.header('ETag', page.etag);
      return payload;
    },
  };
}

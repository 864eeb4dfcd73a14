import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendRefusal } from './errors.ts';

/**
 * Adds two health checks. /healthz succeeds if the process responds; /readyz also requires that the database responds
 * and that the server is not about to stop.
 */
export function registerHealthRoutes(app: FastifyInstance, { db }: Deps, isStopping: () => boolean): void {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    if (isStopping()) return sendRefusal(reply, { code: 'unavailable' });
    try {
      await sql`select 1`.execute(db);
      return await reply.send({ ok: true });
    } catch {
      return sendRefusal(reply, { code: 'unavailable' });
    }
  });
}

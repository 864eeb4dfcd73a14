import { createServer } from 'node:http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { errorBody } from './http/error-reply.ts';
import { clientErrorHandler, REQUEST_TIMEOUT_MS } from './http/connections.ts';
import { languageOf } from './http/language.ts';
import { registerErrorHandlers, sendRefusal } from './http/plugins/errors.ts';
import type { Log } from './log.ts';

/** The status for a host name that belongs to no organisation (RFC 9110). */
const MISDIRECTED = 421;

/** Returns the host name of a Host header: lower case, without port. */
const hostOf = (header: string | undefined): string => (header ?? '').toLowerCase().replace(/:\d+$/, '');

const isHealthCheck = (url: string | undefined): boolean => /^\/(healthz|readyz)\/?(\?|$)/.test(url ?? '');

/** A server that passes each request to the app of its host name. */
export interface HostFront {
  /** The app that listens. It responds itself to health checks and to requests for unknown hosts. */
  app: FastifyInstance;
  /** Adds the app of an organisation, which must be ready. */
  add(hosts: readonly string[], app: FastifyInstance): void;
}

export interface HostFrontOptions {
  log: Log;
  /** Maximum number of open connections. */
  connections: number;
  isStopping: () => boolean;
}

/**
 * Creates a server for several organisations. A request for an unknown host gets 421, without any app or database being
 * involved. `/readyz` succeeds if every organisation is ready. Closing the server closes the apps of the organisations.
 */
export async function createHostFront({ log, connections, isStopping }: HostFrontOptions): Promise<HostFront> {
  const byHost = new Map<string, FastifyInstance>();
  const apps = () => [...new Set(byHost.values())];
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler,
    serverFactory: (respond) => {
      const server = createServer((request, response) => {
        const found = byHost.get(hostOf(request.headers.host));
        if (found && !isHealthCheck(request.url)) found.routing(request, response);
        else respond(request, response);
      });
      server.requestTimeout = REQUEST_TIMEOUT_MS;
      server.maxConnections = connections;
      return server;
    },
  });
  registerErrorHandlers(app);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('Cache-Control', 'no-store');
  });
  // Closing the apps ends their event streams, which keep connections of this server open.
  app.addHook('preClose', async () => {
    await Promise.all(apps().map((each) => each.close()));
  });
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return sendRefusal(reply, { code: 'unavailable' });
    const replies = await Promise.all(apps().map((each) => each.inject('/readyz')));
    return replies.every(({ statusCode }) => statusCode === 200)
      ? { ok: true }
      : sendRefusal(reply, { code: 'unavailable' });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(MISDIRECTED).send(errorBody({ code: 'not_found' }, languageOf(request), request.id)),
  );
  await app.ready();
  const add: HostFront['add'] = (hosts, organisation) => {
    for (const host of hosts) byHost.set(host.toLowerCase(), organisation);
  };
  return { app, add };
}

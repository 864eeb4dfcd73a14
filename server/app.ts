import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { callNamed, callNames } from '../contract/calls/index.ts';
import { createDispatcher } from './http/dispatcher.ts';
import type { Deps } from './deps.ts';
import { addDemoCheckout, demoProvider } from './features/books/demo-checkout.ts';
import { openTokens } from './features/accounts/tokens.ts';
import { addAuth } from './http/plugins/auth.ts';
import { addBooks } from './http/plugins/books.ts';
import { addBlobs } from './http/plugins/blobs.ts';
import { addCalls, routePath } from './http/plugins/calls.ts';
import { addDocs, DOCS_PATH } from './http/plugins/docs.ts';
import { addErrors, errorBody } from './http/plugins/errors.ts';
import { addEvents } from './http/plugins/events.ts';
import { addHeaders, apiHeaders, isApi, securityHeaders } from './http/plugins/headers.ts';
import { addHealth } from './http/plugins/health.ts';
import { addMedia } from './http/plugins/media.ts';
import { addMultipart } from './http/plugins/multipart.ts';
import { addStatic } from './http/plugins/static.ts';
import { addDemoTelegram, DEMO_TELEGRAM } from './telegram/demo.ts';

export interface AppOptions extends Deps {
  secret: string;
  /** Where people reach the product. */
  public_url: string;
  /** Where registration leads, when it is not our own page. */
  registration_url?: string | undefined;
  sync_calls?: boolean;
  /** Where the Telegram bot is, once that is known. */
  telegram?: (() => string | null) | undefined;
  /** Serves the page that plays Telegram. */
  demo?: boolean;
  /** Folder of the built page; null serves calls alone. */
  web_folder?: string | null;
  rate_limits?: boolean;
}

/** Deny by default: a path under /api that the contract does not name stops the start. */
function refuseUnknownRoutes(app: FastifyInstance): void {
  const known = new Set(callNames.map((name) => `${callNamed(name).method} ${routePath(callNamed(name))}`));
  known.add('GET /api/openapi.json');
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      const isDocs = url === DOCS_PATH || url.startsWith(`${DOCS_PATH}/`);
      if (isApi(url) && !isDocs && !known.has(`${one} ${url}`))
        throw new Error(`${one} ${url} has no entry in the contract`);
    }
  });
}

/** Without its query, which holds names and numbers, and without what lets somebody in. */
const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/(password-reset|reset-credentials)\/.+/, '/$1/…');

function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.caller && { user_id: request.caller.user_id }),
      },
      'request',
    );
  });
}

function serverOf(options: AppOptions): FastifyInstance {
  return fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    trustProxy: 'loopback',
    exposeHeadRoutes: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Addresses that cannot be decoded fail before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      const answer = reply as unknown as FastifyReply;
      const headers = {
        ...securityHeaders(options.public_url),
        ...(isApi(request.url) && apiHeaders(options, answer)),
      };
      void answer
        .headers(headers)
        .code(400)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(errorBody({ code: 'invalid' }, request.id)));
    },
    // Never 408: Chromium repeats a request that got one.
    clientErrorHandler: (error, socket) => {
      if (socket.writable && (error as { code?: string }).code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
        socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }
      socket.destroy();
    },
  });
}

/** Port 0 is any that is free: which one is known once the server listens. */
const placeOf = (app: FastifyInstance, public_url: string) => (): string => {
  const address = app.server.address();
  return typeof address === 'object' && address ? public_url.replace(/:0$/, `:${address.port}`) : public_url;
};

/** The whole HTTP side, without a port: tests inject into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { secret, public_url, sync_calls = true, rate_limits = true, web_folder = null } = options;
  const tokens = openTokens(secret, options.clock);
  const app = serverOf(options);
  app.removeContentTypeParser('text/plain');
  refuseUnknownRoutes(app);
  addErrors(app);
  addAuth(app);
  addHeaders(app, options, public_url);
  addRequestLog(app);
  await app.register(cookie);
  await app.register(formbody);
  await addMultipart(app);
  await app.register(rateLimit, { global: false });
  const dispatcher = createDispatcher(
    { tokens, public_url, registration_url: options.registration_url },
    {
      public_url: placeOf(app, public_url),
      payments: options.demo ? demoProvider(placeOf(app, public_url)) : null,
      sync: sync_calls,
      telegram: options.telegram ?? (() => (options.demo ? DEMO_TELEGRAM : null)),
    },
  );
  addCalls(app, options, { tokens, dispatcher, sync_calls, rate_limits });
  addBooks(app, options, { tokens, rate_limits });
  if (sync_calls) addBlobs(app, options, { tokens, rate_limits });
  if (sync_calls) addEvents(app, options, { tokens, public_url, rate_limits });
  await addDocs(app, { public_url, sync_calls });
  addHealth(app, options);
  if (options.demo) addDemoTelegram(app, options);
  if (options.demo) addDemoCheckout(app, options);
  addMedia(app, options, tokens);
  await addStatic(app, web_folder);
  await app.ready();
  return app;
}

import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { callNamed, callNames } from '../contract/api-calls/index.ts';
import { clientErrorHandler, REQUEST_TIMEOUT_MS } from './http/connections.ts';
import { createDispatcher } from './http/dispatcher.ts';
import { errorBody } from './http/error-reply.ts';
import { languageOf } from './http/language.ts';
import { guardDemoPages } from './demo/access.ts';
import type { Deps } from './deps.ts';
import type { Metrics } from './metrics.ts';
import type { Payments } from './features/payments/payments.ts';
import { createPush, type Push } from './features/push/send.ts';
import { registerWebhook, webhookPath } from './features/payments/webhook.ts';
import { createDeviceCookies } from './features/accounts/device-cookie.ts';
import { createTokens } from './features/accounts/tokens.ts';
import { registerAuth } from './http/plugins/auth.ts';
import { registerBookRoutes } from './http/plugins/books.ts';
import { registerLedgerRoutes } from './http/plugins/ledger.ts';
import { registerBlobRoutes, registerContactPhotoRoutes } from './http/plugins/blobs.ts';
import { registerApiCalls, routePath } from './http/plugins/api-calls.ts';
import { registerCompression } from './http/plugins/compression.ts';
import { registerCors } from './http/plugins/cors.ts';
import { registerDocs, DOCS_PATH } from './http/plugins/docs.ts';
import { setPhoneRule } from '../contract/phone-rules.ts';
import { isPossibleNumber } from './phone-rule.ts';
import { registerErrorHandlers } from './http/plugins/errors.ts';
import { registerEventStream } from './http/plugins/event-stream.ts';
import { registerHeaders, apiHeaders, isApiUrl, securityHeaders } from './http/plugins/headers.ts';
import { registerHealthRoutes } from './http/plugins/health.ts';
import { registerMediaRoutes } from './http/plugins/media.ts';
import { registerMultipart } from './http/plugins/multipart.ts';
import { registerPhotos } from './http/plugins/photos.ts';
import { registerStaticFiles } from './http/plugins/static.ts';
import { registerDemoTelegram, DEMO_TELEGRAM } from './telegram/demo.ts';

export interface AppOptions extends Deps {
  secret: string;
  /** The previous secret. Tokens and device cookies that were signed with it are still accepted. */
  previous_secret?: string | undefined;
  /** Base URL under which users open the product. */
  public_url: string;
  /** URL of an external registration page; absent if the product's own page is used. */
  registration_url?: string | undefined;
  /** How login links reach a person, see Environment. Default: `copy`. */
  reset_links?: 'copy' | 'mail';
  sync_calls?: boolean;
  /** Returns the URL of the Telegram bot; null while it is unknown. */
  telegram?: (() => string | null) | undefined;
  /** Whether the page that simulates Telegram is served. */
  demo?: boolean;
  /** Absent if there is no payment provider. */
  payments?: Payments | undefined;
  /** Returns the base URL of the second origin, for payment and landing pages; null if there is none. */
  landing_url?: () => string | null;
  /** How push messages are sent. Default: to the browsers' push services, with a key derived from the secret. */
  push?: Push;
  /** Folder of the built page. If null, only the API is served. */
  web_folder?: string | null;
  rate_limits?: boolean;
  /**
   * Whether tokens of every scope in the database are valid, for tests in which several scopes share an app. Default:
   * false.
   */
  all_scopes?: boolean;
  /** How many photos are decoded at the same time, and how many more may wait in the queue. */
  photos?: { workers: number; queue: number };
  /**
   * Addresses and networks of proxies whose X-Forwarded-For header is trusted. Loopback addresses are always trusted.
   */
  trusted_proxies?: readonly string[];
  /** Origins of other sites whose pages may call the API with access tokens. */
  cors_origins?: readonly string[];
  /** Absent if nothing is measured. */
  metrics?: Metrics | undefined;
  /** Returns whether the server is about to stop, in which case proxies should send no more requests to it. */
  isStopping?: () => boolean;
  /** Maximum numbers of open event streams and of open connections. */
  streams?: number;
  connections?: number;
}

/** Makes the server fail to start if a route under /api is not defined in the contract. */
function rejectUndocumentedRoutes(app: FastifyInstance, payments: Payments | undefined): void {
  const documented = new Set(callNames.map((name) => `${callNamed(name).method} ${routePath(callNamed(name))}`));
  documented.add('GET /api/openapi.json');
  // Called by the payment provider, not by clients.
  if (payments) documented.add(`POST ${webhookPath(payments.provider)}`);
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      const isDocs = url === DOCS_PATH || url.startsWith(`${DOCS_PATH}/`);
      if (isApiUrl(url) && !isDocs && !documented.has(`${verb} ${url}`))
        throw new Error(`${verb} ${url} has no entry in the contract`);
    }
  });
}

/**
 * Returns the path for the log, without the query (which may contain names and phone numbers) and without one-time
 * tokens.
 */
const loggablePath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/(password-reset|reset-credentials|not-me)\/.+/, '/$1/…');

function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggablePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.caller && { user_id: request.caller.user_id }),
        ...(request.caller?.view && { viewer_id: request.caller.view.viewer_id }),
      },
      'request',
    );
  });
}

function createServer(options: AppOptions): FastifyInstance {
  return fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    trustProxy: ['loopback', ...(options.trusted_proxies ?? [])],
    exposeHeadRoutes: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A URL that cannot be decoded is rejected before any hook runs, so the headers are set here.
    frameworkErrors: (_error, request, reply) => {
      const response = reply as unknown as FastifyReply;
      const headers = {
        ...securityHeaders(options.public_url),
        ...(isApiUrl(request.url) && apiHeaders(options, response)),
      };
      void response
        .headers(headers)
        .code(400)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(errorBody({ code: 'invalid' }, languageOf(request), request.id)));
    },
    clientErrorHandler,
  });
}

/**
 * Returns a URL with the actual port. Port 0 stands for any free port, which is determined when the server starts to
 * listen.
 */
export function listeningUrl(app: FastifyInstance | undefined, public_url: string): string {
  const address = app?.server.address();
  return typeof address === 'object' && address ? public_url.replace(/:0$/, `:${address.port}`) : public_url;
}

/** Builds the Fastify app without listening; tests inject requests into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { secret, previous_secret, public_url, sync_calls = true, rate_limits = true, web_folder = null } = options;
  setPhoneRule(isPossibleNumber);
  const scope = options.all_scopes ? undefined : options.scope;
  const tokens = createTokens(secret, options.clock, { previous_secret, scope });
  const app = createServer(options);
  app.server.maxConnections = options.connections ?? 10_000;
  app.removeContentTypeParser('text/plain');
  const ownUrl = () => listeningUrl(app, public_url);
  rejectUndocumentedRoutes(app, options.payments);
  options.tracing?.observe(app);
  registerErrorHandlers(app);
  registerAuth(app);
  registerHeaders(app, options, { public_url, sync_calls });
  registerCompression(app);
  addRequestLog(app);
  options.metrics?.observe(app);
  registerCors(app, options.cors_origins ?? []);
  await app.register(cookie);
  await app.register(formbody);
  await registerMultipart(app);
  await app.register(rateLimit, { global: false });
  registerPhotos(app, { workers: 1, queue: 40, ...options.photos, rate_limits });
  const dispatcher = createDispatcher(
    {
      tokens,
      public_url,
      registration_url: options.registration_url,
      devices: createDeviceCookies(secret, previous_secret),
      rate_limits,
      reset_links: options.reset_links ?? 'copy',
      demo: options.demo ?? false,
    },
    options.push ?? createPush(secret, options),
    {
      public_url: ownUrl,
      payments: options.payments,
      sync: sync_calls,
      landing_url: options.landing_url ?? (() => null),
      telegram: options.telegram ?? (() => (options.demo ? DEMO_TELEGRAM : null)),
    },
  );
  registerApiCalls(app, options, { tokens, dispatcher, sync_calls, rate_limits });
  registerBookRoutes(app, options, { tokens, rate_limits });
  registerLedgerRoutes(app, options, { tokens, rate_limits });
  registerContactPhotoRoutes(app, options, { tokens, rate_limits });
  if (sync_calls) registerBlobRoutes(app, options, { tokens, rate_limits });
  if (sync_calls)
    registerEventStream(app, options, { tokens, public_url, rate_limits, streams: options.streams ?? 5000 });
  if (options.payments) await registerWebhook(app, options.payments);
  await registerDocs(app, { public_url, sync_calls });
  registerHealthRoutes(app, options, options.isStopping ?? (() => false));
  if (options.demo) guardDemoPages(app);
  if (options.demo) registerDemoTelegram(app, options);
  registerMediaRoutes(app, options, tokens);
  await registerStaticFiles(app, web_folder);
  await app.ready();
  return app;
}

import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { guardDemoPages } from '../demo/access.ts';
import type { Deps } from '../deps.ts';
import type { DemoWebhooks } from '../features/payments/demo-provider.ts';
import { registerErrorHandlers } from '../http/plugins/errors.ts';
import { registerDemoCheckout } from './demo-checkout.ts';
import { registerForms } from './forms/forms.ts';
import { landingHeaders } from './headers.ts';
import { pageStyleSheet, STYLE_PATH } from './page.ts';
import { registerPages } from './pages/routes.ts';
import type { Views } from './views/count-views.ts';
import { registerVisitorScript, type VisitorScript } from './visitor-script.ts';

export interface LandingOptions {
  deps: Deps;
  /** Returns the origin of the app, for links and redirects. */
  public_url: () => string;
  /** Returns the base URL of this origin. */
  landing_url: () => string;
  demo_webhooks: DemoWebhooks | undefined;
  /** Counts the views of the pages; absent if they are not counted. */
  views?: Views | undefined;
  /** The script of the pages; null if it has not been built. */
  script?: VisitorScript | null;
  /** Addresses of proxies whose X-Forwarded-For header is trusted, in addition to loopback addresses. */
  trusted_proxies?: readonly string[];
}

/**
 * Builds the server of the second origin. Its pages are separated from the app: the server has no API and uses no
 * cookies, and browsers separate the scripts and the storage of the two origins.
 */
export async function buildLanding({
  deps,
  public_url,
  landing_url,
  demo_webhooks,
  views,
  script = null,
  trusted_proxies = [],
}: LandingOptions): Promise<FastifyInstance> {
  const app = fastify({
    // A logger in the options of Fastify would measure the time of each response for a log line that is disabled.
    childLoggerFactory: (_none, bindings) => deps.log.child(bindings) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: ['loopback', ...trusted_proxies],
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A URL that cannot be decoded is rejected before any hook runs, so the headers are set here.
    frameworkErrors: (_error, request, reply) => {
      const response = reply as unknown as FastifyReply;
      void response.headers(landingHeaders(public_url()));
      pages.sendMissing(request as FastifyRequest, response, 'missing');
    },
  });
  app.removeContentTypeParser(['text/plain', 'application/json']);
  registerErrorHandlers(app);
  // Adds the headers of all responses except published pages: sendPage bypasses this hook and sets all headers itself.
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(landingHeaders(public_url())))
      if (!reply.hasHeader(name)) void reply.header(name, value);
    void reply.header('X-Request-Id', request.id);
    done();
  });
  await app.register(formbody);
  app.get(STYLE_PATH, async (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyleSheet));
  if (demo_webhooks) {
    guardDemoPages(app, (reply) => reply.callNotFound());
    registerDemoCheckout(app, demo_webhooks, public_url);
  }
  if (script) registerVisitorScript(app, script);
  const pages = registerPages(app, {
    deps,
    public_url,
    landing_url,
    script: script?.path ?? null,
    ...(views && { onView: views.countView }),
  });
  registerForms(app, { deps, public_url, pages });
  app.setNotFoundHandler((request, reply) => pages.sendMissing(request, reply, 'missing'));
  await app.ready();
  return app;
}

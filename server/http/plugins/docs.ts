import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../openapi.ts';

/** Where the calls are described for people; whatever lies below it is no call itself. */
export const DOCS_PATH = '/api/docs';

/** The page's own styles are written into it by its library, which knows no Trusted Types. It runs no script but its own. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The OpenAPI document, and /api/docs: the same as a page on which calls can be tried out. */
export async function addDocs(
  app: FastifyInstance,
  options: { public_url: string; sync_calls: boolean },
): Promise<void> {
  const document = openApi(options);
  app.get('/api/openapi.json', async (_request, reply) => reply.send(document));
  // The library's type of a document ends at OpenAPI 3.0.
  const specification = { document: document as never };
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: policy,
    uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout' },
    theme: { title: 'Haversack: the API' },
  });
}

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';

/** Path of the API documentation. No calls are served below it. */
export const DOCS_PATH = '/api/docs';

/**
 * Content security policy of the documentation page. The UI library injects inline styles and does not support Trusted
 * Types. Scripts are still restricted to those of the product.
 */
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

/** Serves the OpenAPI document, and the page /api/docs, on which a reader can try out calls. */
export async function registerDocs(
  app: FastifyInstance,
  options: { public_url: string; sync_calls: boolean },
): Promise<void> {
  // Generate the document on the first request: generating it takes a tenth of the startup time, and many servers never
  // get a request for it.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const documentOnce = () => (document ??= openApiDocument(options));
  app.get('/api/openapi.json', async (_request, reply) => reply.send(documentOnce()));
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    transformSpecification: documentOnce,
    transformSpecificationClone: false,
    staticCSP: policy,
    uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout' },
    theme: { title: 'Haversack: the API' },
  });
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('serves the API documentation with a policy that blocks scripts of other origins', async () => {
  const page = await server.app.inject({ url: '/api/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Haversack: the API');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('script-src-attr');
  expect(page.body).not.toMatch(/<script>[^<]/);
});

it('shows the same OpenAPI document that clients read', async () => {
  const docsPage = await server.app.inject({ url: '/api/docs/json' });
  const read = await server.app.inject({ url: '/api/openapi.json' });
  expect(docsPage.json()).toEqual(read.json());
  expect(Object.keys(read.json<{ paths: object }>().paths).length).toBeGreaterThan(40);
});

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { buildLanding, type LandingOptions } from '../../server/landing/app.ts';
import { openTestServer, type TestServer, type TestUser } from './server.ts';

/** Builds the server of the second origin for tests. */
export const buildTestLanding = (
  deps: Deps,
  options: Partial<Omit<LandingOptions, 'deps'>> = {},
): Promise<FastifyInstance> =>
  buildLanding({
    deps,
    public_url: () => 'https://haversack.example',
    landing_url: () => 'https://pages.example',
    demo_webhooks: undefined,
    ...options,
  });

export interface LandingServer {
  server: TestServer;
  landing: FastifyInstance;
  owner: TestUser;
  close(): Promise<void>;
}

/** Opens a server with landing pages, and creates a member who can own pages. */
export async function openLandingServer(): Promise<LandingServer> {
  const server = await openTestServer();
  const owner = await server.user({ first_name: 'Vera' });
  const landing = await buildTestLanding(server.deps);
  const close = async (): Promise<void> => {
    await landing.close();
    await server.close();
  };
  return { server, landing, owner, close };
}

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { urlHost, type Environment, type LandingAddress } from '../environment.ts';
import type { HostFront } from '../host-front.ts';
import { StartupError, systemErrorCode } from '../startup-error.ts';
import { buildLanding, type LandingOptions } from './app.ts';
import { startViews } from './views/count-views.ts';
import { readVisitorScript } from './visitor-script.ts';

/** Maximum number of ports that are tried if the default port is taken. */
const MAX_PORTS = 20;

const isTaken = (error: unknown): boolean => systemErrorCode(error) === 'EADDRINUSE';

async function listenOn(app: FastifyInstance, host: string, port: number): Promise<number> {
  return Number(new URL(await app.listen({ host, port })).port);
}

/**
 * Listens on the port of the second origin and returns the port. If the port is not configured and the default port is
 * taken, uses the next free port. Throws a StartupError if LANDING_PORT cannot be used.
 */
export async function listenLanding(
  app: FastifyInstance,
  { port, is_default }: Pick<LandingAddress, 'port' | 'is_default'>,
  host: string,
): Promise<number> {
  for (let next = port; ; next += 1) {
    try {
      return await listenOn(app, host, next);
    } catch (error) {
      const isLastPort = !is_default || next >= port + MAX_PORTS || next >= 65_535;
      if (isTaken(error) && !isLastPort) continue;
      if (isTaken(error)) throw new StartupError(`LANDING_PORT ${next} is already in use. Choose another one.`);
      throw new StartupError(`Cannot listen on LANDING_PORT ${next} (${systemErrorCode(error) || 'unknown reason'}).`);
    }
  }
}

/** The running server of the second origin. */
export interface Landing {
  url: string;
  /** The line with the address of the second origin that is printed for the operator. */
  line: string;
  close(): Promise<void>;
}

interface OpenLanding {
  app: FastifyInstance;
  close(): Promise<void>;
}

/** Builds the server of the second origin without listening. */
async function openLanding(environment: Environment, options: LandingOptions): Promise<OpenLanding> {
  const { trusted_proxies, work_dir } = environment;
  const views = await startViews(options.deps, { folder: join(work_dir, 'views') });
  const script = await readVisitorScript(join(process.cwd(), 'dist/landing'));
  const app = await buildLanding({ ...options, trusted_proxies, views, script });
  const close = async (): Promise<void> => {
    await app.close();
    await views.stop();
  };
  return { app, close };
}

/** Starts the server of the second origin; returns null if this installation has no second origin. */
export async function startLanding(
  environment: Environment,
  options: Omit<LandingOptions, 'landing_url'>,
): Promise<Landing | null> {
  const { host, landing } = environment;
  if (!landing) return null;
  let url = landing.url ?? '';
  const { app, close } = await openLanding(environment, { ...options, landing_url: () => url });
  const port = await listenLanding(app, landing, host);
  url ||= `http://${urlHost(host)}:${port}`;
  const isOtherPort = landing.port !== 0 && landing.port !== port;
  const line = `The second origin, for payment and landing pages, is at ${url}${isOtherPort ? `, because port ${landing.port} is taken` : ''}`;
  return { url, line, close };
}

/**
 * Returns a function that starts the second origin of an organisation behind a server that all organisations share,
 * under the host name of its LANDING_URL.
 */
export const startLandingAt =
  (front: Pick<HostFront, 'add'>): typeof startLanding =>
  async (environment, options) => {
    const url = environment.landing?.url;
    if (!url) return null;
    const { app, close } = await openLanding(environment, { ...options, landing_url: () => url });
    front.add([new URL(url).hostname], app);
    return { url, line: `The second origin of ${environment.scope} is at ${url}`, close };
  };

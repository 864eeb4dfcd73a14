import { z } from '../../../contract/zod.ts';
import type { Ports } from '../../../src/lib/ports.ts';

/**
 * The file public/config.json of a client that is served without our server. `api` is the base URL of the API; if it is
 * absent, the API has the origin of the page. `token` is the scheme of the Authorization header; if it is absent, the
 * client finds out which scheme the API accepts. `keeps_keys`: the API executes two requests with the same
 * Idempotency-Key only once.
 * `off` names documented calls that the API does not have, as in contract/api-calls.
 */
export const ClientConfig = z.object({
  api: z.catch(z._default(z.nullable(z.url()), null), null),
  token: z.catch(z._default(z.nullable(z.enum(['JWT', 'Bearer'])), null), null),
  keeps_keys: z.catch(z._default(z.boolean(), false), false),
  off: z.catch(z._default(z.array(z.string()), []), []),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

/** Fetches the configuration. If there is none, or it cannot be read, the API has the origin of the page. */
export async function fetchConfig(ports: Pick<Ports, 'fetch'>): Promise<ClientConfig> {
  let body: unknown = {};
  try {
    const response = await ports.fetch('/config.json', { cache: 'no-store', credentials: 'omit', redirect: 'error' });
    if (response.ok) body = await response.json();
  } catch {
    // The file is optional; our own server has none.
  }
  const parsed = ClientConfig.safeParse(body);
  return parsed.success ? parsed.data : ClientConfig.parse({});
}

import type { Ports } from '../../../src/lib/ports.ts';
import { ApiClient, type ApiFacts } from './api-client.ts';
import { fetchConfig } from './config.ts';
import { MissingCalls } from './missing-calls.ts';
import { RemoteServer } from './remote-server.ts';
import { Translator } from './translator.ts';
import { isObject } from './values.ts';

/**
 * What handles requests from now on. `Translator`: an API that has only the documented calls. `RemoteServer`: our
 * server at another origin. `sync`: the server that served the page, which has our sync calls. `unknown`: there was no
 * response, or it did not come from an API.
 */
export type OpenedApi = Translator | RemoteServer | 'sync' | 'unknown';

/**
 * Finds out whether the server is an API that has only the documented calls: its settings can be read, and do not name
 * our sync protocol.
 */
export async function openDocumentedApi(ports: Ports): Promise<OpenedApi> {
  const config = await fetchConfig(ports);
  const facts: ApiFacts = {
    config,
    scheme: config.token ?? 'Bearer',
    keepsKeys: config.keeps_keys,
    missing: new MissingCalls(config.off),
    server_time: null,
  };
  const result = await new ApiClient(ports, facts, null).call('configs.all');
  if (result.kind !== 'reply' || !isObject(result.body) || Object.keys(result.body).length === 0) return 'unknown';
  if (result.body['sync_protocol'] === undefined) return new Translator(ports, facts);
  return config.api === null ? 'sync' : new RemoteServer(ports, config.api);
}

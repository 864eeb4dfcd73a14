import type { Ports } from '../../../src/lib/ports.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';

/**
 * Sends the requests of a page to our server, which has the sync calls, although another site serves the page. Such a
 * page has no cookies of our server: its tokens are valid for 30 days and cannot be refreshed.
 */
export class RemoteServer {
  private readonly ports: Ports;
  private readonly base: string;

  constructor(ports: Ports, api: string) {
    this.ports = ports;
    this.base = api.replace(/\/+$/, '');
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    if (!url.startsWith('/api/') && !url.startsWith('/media/')) return this.ports.fetch(url, init);
    if (url.startsWith('/api/accounts/refresh/'))
      return Response.json({ code: 'unauthorized' }, { status: 401, headers: { 'X-Sync-Proto': String(SYNC_PROTO) } });
    const headers = new Headers(init.headers);
    // With this header, the server would issue short-lived tokens and a cookie.
    headers.delete('X-Haversack-Client');
    return this.ports.fetch(`${this.base}${url}`, { ...init, headers, credentials: 'omit' });
  }

  /** Does nothing, because each cycle fetches the newest data. */
  expire(): void {}
}

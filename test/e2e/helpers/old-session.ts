import type { BrowserContext, Page } from '@playwright/test';
import { tableRows } from './phone.ts';

/** A copy of a session: its refresh cookie and its last access token. */
export interface OldSession {
  token: string;
  /** Sends a refresh with the cookie and, by default, the token. Returns the status. */
  refresh(withToken?: boolean): Promise<number>;
}

/** Copies the session of a logged-in page. */
export async function copySession(page: Page, context: BrowserContext, url: string): Promise<OldSession> {
  const meta = await tableRows<{ key: string; value: string }>(page, 'meta');
  const token = meta.find(({ key }) => key === 'token')?.value ?? '';
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith('refresh'));
  const headers = {
    cookie: `${cookie?.name}=${cookie?.value}`,
    origin: new URL(url).origin,
    'x-haversack-client': 'web/2',
  };
  return {
    token,
    refresh: async (withToken = true) => {
      const authorization = withToken ? { authorization: `Bearer ${token}` } : {};
      const path = '/api/accounts/refresh/';
      return (await fetch(url + path, { method: 'POST', headers: { ...headers, ...authorization } })).status;
    },
  };
}

/**
 * Sends a refresh as the next user of the device could do from the console; the browser adds the cookie. Returns the
 * status, or 0 if there is no response.
 */
export const refreshFromConsole = (page: Page): Promise<number> =>
  page.evaluate(() =>
    fetch('/api/accounts/refresh/', { method: 'POST', headers: { 'x-haversack-client': 'web' } }).then(
      ({ status }) => status,
      () => 0,
    ),
  );

/** Time within which an offline logout must reach the server after the network is back. */
export const LOGOUT_REPORTED = { timeout: 5_000, intervals: [100] };

import type { BrowserContext, Page } from '@playwright/test';

/** A session as a thief would have it: its refresh cookie, and with luck its last access token. */
export interface OldSession {
  token: string;
  /** Status of a refresh with the cookie, and with the token unless told otherwise. */
  refresh(withToken?: boolean): Promise<number>;
}

/** Copies the session of a logged-in page. */
export async function copySession(page: Page, context: BrowserContext, url: string): Promise<OldSession> {
  const token = await page.evaluate(
    () => Object.values<string>({ ...localStorage }).find((value) => value.split('.').length === 3) ?? '',
  );
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith('refresh'));
  const headers = {
    cookie: `${cookie?.name}=${cookie?.value}`,
    origin: new URL(url).origin,
    'x-haversack-client': 'web/2',
  };
  return {
    token,
    refresh: async (withToken = true) => {
      const proof = withToken ? { authorization: `Bearer ${token}` } : {};
      const path = '/api/accounts/refresh/';
      return (await fetch(url + path, { method: 'POST', headers: { ...headers, ...proof } })).status;
    },
  };
}

/** What the next person at the phone can type into the console of a page: the cookie goes along. 0: no answer. */
export const refreshFromConsole = (page: Page): Promise<number> =>
  page.evaluate(() =>
    fetch('/api/accounts/refresh/', { method: 'POST', headers: { 'x-haversack-client': 'web' } }).then(
      ({ status }) => status,
      () => 0,
    ),
  );

/** How soon a log-out without a network reaches the server once there is one. */
export const LOGOUT_REPORTED = { timeout: 5_000, intervals: [100] };

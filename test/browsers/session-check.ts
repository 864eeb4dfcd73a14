import { callNamed } from '../../contract/api-calls/index.ts';
import { syncCalls } from '../../contract/api-calls/sync.ts';
import { REFRESH_COOKIE } from '../../server/features/accounts/sessions.ts';

/** The credentials of a session. The cookie is undefined if the driver does not expose it. */
export interface SessionCredentials {
  token: string;
  cookie: string | undefined;
}

/** Whether the server accepts an access token. */
export async function isTokenValid(url: string, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}${callNamed('accounts.me').path}`, { headers });
  return status === 200;
}

/**
 * Exchanges a refresh cookie as a page of `origin` does, by a request to the server at `url`. Returns the status and
 * the cookie that replaces it.
 */
export async function refreshSession(
  { url, origin }: { url: string; origin: string },
  { token, cookie }: SessionCredentials,
): Promise<{ status: number; cookie: string | undefined }> {
  const { method, path } = syncCalls['own.refresh'];
  const headers = {
    Origin: origin,
    'X-Haversack-Client': 'web/2',
    Authorization: `Bearer ${token}`,
    Cookie: `${REFRESH_COOKIE}=${cookie}`,
  };
  const reply = await fetch(`${url}${path}`, { method, headers });
  const newCookie = reply.headers.getSetCookie().find((header) => header.startsWith(`${REFRESH_COOKIE}=`));
  return { status: reply.status, cookie: newCookie?.split(/[=;]/)[1] };
}

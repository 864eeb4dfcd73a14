import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../db/tables.ts';
import type { RequestFacts } from '../../handlers.ts';
import type { DeviceCookies } from './device-cookie.ts';
import { dropOldRefreshTokens, insertRefreshToken } from './repository.ts';
import {
  LONG_LIFETIME_S,
  newRefreshToken,
  REFRESH_LIFETIME_S,
  hashRefreshToken,
  SHORT_LIFETIME_S,
  type Tokens,
} from './tokens.ts';

export const REFRESH_COOKIE = '__Secure-haversack-refresh';
/** Name of the cookie with the hash of the refresh token. The hash can only be used to end the session. */
export const LOGOUT_COOKIE = '__Secure-haversack-logout';

const REFRESH_PATH = '/api/accounts/refresh';
const LOGOUT_PATH = '/api/accounts/logout';

/**
 * Sets the refresh cookie and the logout cookie. Each cookie is limited to the path of the call that uses it, so that
 * other calls and other pages on this host never receive it.
 */
function setCookies(request: RequestFacts, token: string | null, max_age_s: number): void {
  request.set_cookie(REFRESH_COOKIE, token, max_age_s, REFRESH_PATH);
  request.set_cookie(LOGOUT_COOKIE, token && hashRefreshToken(token), max_age_s, LOGOUT_PATH);
}

export const clearSessionCookies = (request: RequestFacts): void => setCookies(request, null, 0);

/** Dependencies of the account routes in addition to the shared dependencies. */
export interface Auth {
  tokens: Tokens;
  /** Base URL of the product. Pages on its host may refresh tokens. */
  public_url: string;
  /** URL of an external registration page; absent if the product's own page is used. */
  registration_url?: string | undefined;
  /** Whether this installation is a demo, whose accounts have known passwords. */
  demo: boolean;
  devices: DeviceCookies;
  /** Whether rate limits apply. Tests that send more requests than a person would send set it to false. */
  rate_limits: boolean;
  /** `copy`: the employee can copy a login link. `mail`: only the person receives it. */
  reset_links: 'copy' | 'mail';
}

export interface SessionUser {
  id: string;
  token_version: number;
}

const clientOf = (request: RequestFacts): string => request.header('x-haversack-client') ?? '';

/** Whether the client is a page of the product, which can store a cookie. */
export const isFromProductPage = (request: RequestFacts): boolean => /^web(\/2)?$/.test(clientOf(request));

/** Whether the client is a page of the product in a version that sends its last access token when it refreshes. */
export const sendsLastToken = (request: RequestFacts): boolean => clientOf(request) === 'web/2';

const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

/**
 * Sets the next refresh token of a family as a cookie, together with the cookie that can end the family. A bound family
 * stays bound.
 *
 * [Note: Bound refresh tokens] A phone without a network cannot delete an HttpOnly cookie, so after a logout the next
 * user of the phone would still have it. The access tokens can be deleted, however. Therefore a bound cookie is
 * accepted only together with an access token of its session, which may have expired.
 */
export async function setRefreshCookie(
  tx: Tx,
  request: RequestFacts,
  session: { scope: string; user_id: string; family_id: string },
  now: string,
  isBound = sendsLastToken(request),
): Promise<void> {
  const token = newRefreshToken(isBound);
  await dropOldRefreshTokens(tx, session.scope, session.user_id, now);
  await insertRefreshToken(tx, {
    ...session,
    id: uuidv7(),
    token_hash: hashRefreshToken(token),
    created_at: now,
    expires_at: addSeconds(now, REFRESH_LIFETIME_S),
    device_id: request.device_id,
  });
  setCookies(request, token, REFRESH_LIFETIME_S);
}

/** Creates an access token. It is short-lived if the client also has a refresh cookie. */
export function createAccessToken(
  { tokens }: Auth,
  request: RequestFacts,
  scope: string,
  user: SessionUser,
  family_id: string,
): Promise<string> {
  const claims = { sub: user.id, ver: user.token_version, scp: scope, fam: family_id };
  return tokens.issue(claims, isFromProductPage(request) ? SHORT_LIFETIME_S : LONG_LIFETIME_S);
}

/**
 * Whether the page that sent the request is on the host of the request or of `public_url`. False for a request without
 * an Origin header.
 */
export function isOwnOrigin({ public_url }: Auth, request: RequestFacts): boolean {
  const origin = request.header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.header('host') || host === new URL(public_url).host;
}

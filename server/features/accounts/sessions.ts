import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../db/tables.ts';
import type { RequestFacts } from '../../handlers.ts';
import type { DeviceCookies } from './device-cookie.ts';
import { dropOldRefreshTokens, insertRefreshToken } from './repository.ts';
import { LONG_S, newRefreshToken, REFRESH_S, refreshHash, SHORT_S, type Tokens } from './tokens.ts';

export const REFRESH_COOKIE = '__Secure-haversack-refresh';
/** Holds the hash of the refresh token, which allows ending a session and nothing else. */
export const LOGOUT_COOKIE = '__Secure-haversack-logout';

const REFRESH_PATH = '/api/accounts/refresh';
const LOGOUT_PATH = '/api/accounts/logout';

/** Each cookie is limited to its one call: other calls and other pages on this host never receive it. */
function setCookies(request: RequestFacts, token: string | null, max_age_s: number): void {
  request.set_cookie(REFRESH_COOKIE, token, max_age_s, REFRESH_PATH);
  request.set_cookie(LOGOUT_COOKIE, token && refreshHash(token), max_age_s, LOGOUT_PATH);
}

export const dropCookies = (request: RequestFacts): void => setCookies(request, null, 0);

/** Dependencies of the account routes beyond the shared ones. */
export interface Auth {
  tokens: Tokens;
  /** Public address of the product; its host may call the refresh. */
  public_url: string;
  /** Registration address, when it is not our own page. */
  registration_url?: string | undefined;
  /** Whether this installation is a demo, whose accounts have known passwords. */
  demo: boolean;
  devices: DeviceCookies;
  /** Off in tests that send more requests than people would. */
  rate_limits: boolean;
  /** Whether an employee copies a login link, or the person alone receives it. */
  reset_links: 'copy' | 'mail';
}

export interface SessionUser {
  id: string;
  token_version: number;
}

const clientOf = (request: RequestFacts): string => request.header('x-haversack-client') ?? '';

/** Our own page, which can store a cookie. */
export const isWeb = (request: RequestFacts): boolean => /^web(\/2)?$/.test(clientOf(request));

/** Our own page of a version that refreshes with its last access token. */
export const provesSession = (request: RequestFacts): boolean => clientOf(request) === 'web/2';

const plus = (instant: string, seconds: number): string => new Date(Date.parse(instant) + seconds * 1000).toISOString();

/**
 * Sets the next refresh token of a family as a cookie, and the cookie that ends the family. Once bound, a family stays
 * so.
 *
 * [Note: Bound refresh tokens] A phone without a network cannot delete an HttpOnly cookie: after a log-out the next
 * person at the phone would still have it. Its access tokens can be deleted, and a bound cookie yields nothing without
 * one of them, however old.
 */
export async function setRefreshCookie(
  tx: Tx,
  request: RequestFacts,
  session: { scope: string; user_id: string; family_id: string },
  now: string,
  isBound = provesSession(request),
): Promise<void> {
  const token = newRefreshToken(isBound);
  await dropOldRefreshTokens(tx, session.scope, session.user_id, now);
  await insertRefreshToken(tx, {
    ...session,
    id: uuidv7(),
    token_hash: refreshHash(token),
    created_at: now,
    expires_at: plus(now, REFRESH_S),
    device_id: request.device_id,
  });
  setCookies(request, token, REFRESH_S);
}

/** Creates an access token; short-lived where a cookie accompanies it. */
export function accessToken(
  { tokens }: Auth,
  request: RequestFacts,
  scope: string,
  user: SessionUser,
  family_id: string,
): Promise<string> {
  const claims = { sub: user.id, ver: user.token_version, scp: scope, fam: family_id };
  return tokens.issue(claims, isWeb(request) ? SHORT_S : LONG_S);
}

/** Returns true when the requesting page is served from here. A missing Origin does not count. */
export function isOwnOrigin({ public_url }: Auth, request: RequestFacts): boolean {
  const origin = request.header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.header('host') || host === new URL(public_url).host;
}

import { Refused } from '../../../contract/errors.ts';
import { hasAccess } from '../../../contract/roles.ts';
import { addAuditEntry } from '../../audit.ts';
import type { AnonymousContext, CallHandlers, RequestFacts } from '../../handlers.ts';
import type { RefreshTokensTable, User } from '../../db/tables.ts';
import { CommittedRefusal } from '../../http/with-current-row.ts';
import { toWriteInput } from '../../sync/rest-adapter.ts';
import { addJob } from '../../jobs/queue.ts';
import { updateSettingsHandler } from '../settings/writes.ts';
import { loginByBot } from './telegram-login.ts';
import { checkLink, consumeCredentialsLink } from './credentials.ts';
import { cancelDeletion } from './deletion.ts';
import { isDeviceRevoked, listOwnDevices, revokeDevice } from './devices.ts';
import { answerLinkRequest, listLinkRequests, makeLoginLink } from './login-links.ts';
import { ensureOutboxKey } from './outbox-key.ts';
import { sendContactCode, updateMe, uploadAvatar } from './profile.ts';
import {
  tokenFamilyById,
  lockRefreshToken,
  markRefreshTokenUsed,
  revokeTokenFamily,
  sessionOwner,
} from './repository.ts';
import { meRows } from './rows.ts';
import {
  createAccessToken,
  clearSessionCookies,
  setRefreshCookie,
  isOwnOrigin,
  isFromProductPage,
  LOGOUT_COOKIE,
  sendsLastToken,
  REFRESH_COOKIE,
  type Auth,
} from './sessions.ts';
import { rememberStaffDevice } from './staff-device.ts';
import { revokeLoginLink } from './revoke-link.ts';
import { isBoundToken, hashRefreshToken, tokenOf } from './tokens.ts';

/**
 * How long a refresh token is still accepted after it has been used. After a lost response, which is common on bad
 * networks, the device has only the used token.
 */
const GRACE_MS = 60_000;

type AccountCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `accounts.${string}` | `own.${string}`>>;

/**
 * Whether the request contains an access token of the session, expired or not. Unbound cookies, which older versions of
 * the page use, are accepted without such a token. See: [Note: Bound refresh tokens]
 */
async function hasSessionToken(
  { tokens }: Auth,
  { request }: AnonymousContext,
  link: RefreshTokensTable,
): Promise<boolean> {
  const token = tokenOf(request.header('authorization'));
  if (token === null) return !isBoundCookie(request) && !sendsLastToken(request);
  const claims = await tokens.read(token, true);
  return claims !== null && claims.fam === link.family_id && claims.sub === link.user_id && claims.scp === link.scope;
}

const isBoundCookie = (request: RequestFacts): boolean => isBoundToken(request.cookie(REFRESH_COOKIE) ?? '');

interface Refresh {
  link: RefreshTokensTable;
  user: User;
}

/**
 * Returns the valid refresh token in the cookie and its owner. If a token is reused after the grace period, its entire
 * family is revoked. Throws `device_revoked` on a revoked device and `blocked` for a session that a block has ended, so
 * that the device can explain the reason.
 */
async function usableRefreshToken(auth: Auth, context: AnonymousContext): Promise<Refresh> {
  const { tx, scope, received_at, request } = context;
  const cookie = request.cookie(REFRESH_COOKIE);
  const link = cookie ? await lockRefreshToken(tx, scope, hashRefreshToken(cookie)) : undefined;
  const device_id = request.device_id ?? link?.device_id ?? null;
  if (link && device_id !== null && (await isDeviceRevoked(tx, scope, link.user_id, device_id)))
    throw new Refused('device_revoked');
  const user = link && (await sessionOwner(tx, scope, link.user_id, link.family_id, null));
  if (!link || !user || user.has_ended || link.expires_at <= received_at) throw new Refused('unauthorized');
  if (!(await hasSessionToken(auth, context, link))) throw new Refused('unauthorized');
  if (!hasAccess(user)) throw new Refused('blocked');
  if (link.used_at !== null && Date.parse(received_at) - Date.parse(link.used_at) > GRACE_MS) {
    await revokeTokenFamily(context, link);
    const detail = { family_id: link.family_id };
    const requestFacts = { ip: request.ip, request_id: request.id };
    await addAuditEntry(tx, {
      scope,
      at: received_at,
      action: 'refresh_reused',
      target_id: link.user_id,
      detail,
      ...requestFacts,
    });
    throw new CommittedRefusal('unauthorized');
  }
  return { link, user };
}

async function refresh(auth: Auth, context: AnonymousContext): Promise<{ token: string; user_id: string }> {
  const { tx, scope, received_at, request } = context;
  if (!isFromProductPage(request) || !isOwnOrigin(auth, request)) throw new Refused('bad_origin');
  const { link, user } = await usableRefreshToken(auth, context);
  const { id, used_at, user_id, family_id } = link;
  if (used_at === null) await markRefreshTokenUsed(tx, scope, id, received_at);
  const isBound = isBoundCookie(request) || sendsLastToken(request);
  await setRefreshCookie(tx, request, { scope, user_id, family_id }, received_at, isBound);
  rememberStaffDevice(request, user, received_at);
  return { token: await createAccessToken(auth, request, scope, user, family_id), user_id };
}

type Family = Pick<RefreshTokensTable, 'scope' | 'family_id' | 'user_id'>;

/**
 * Returns the sessions to which a logout request refers: by an access token, expired or not; by the cookie, if the
 * request comes from a page of the product; or by the session id, which no one but the device has.
 */
async function sessionsToEnd(
  auth: Auth,
  { tx, scope, request }: AnonymousContext,
  session: string | undefined,
): Promise<Family[]> {
  const token = tokenOf(request.header('authorization'));
  const claims = token === null ? null : await auth.tokens.read(token, true);
  const byToken = claims?.scp === scope ? { scope, family_id: claims.fam, user_id: claims.sub } : null;
  const hash = isFromProductPage(request) && isOwnOrigin(auth, request) ? request.cookie(LOGOUT_COOKIE) : undefined;
  const byCookie = hash ? await lockRefreshToken(tx, scope, hash) : undefined;
  const byId = session === undefined ? undefined : await tokenFamilyById(tx, scope, session);
  const families = [byToken, byCookie, byId].filter((family) => family !== null && family !== undefined);
  return [...new Map(families.map((family) => [family.family_id, family])).values()];
}

/**
 * Ends the sessions to which the request refers. Any one of token, cookie and session id is sufficient: a logout may
 * wait a long time for a network, and the device may lose some of them in the meantime.
 */
async function logout(auth: Auth, context: AnonymousContext, session: string | undefined): Promise<{ ok: true }> {
  const { tx, scope, received_at, request } = context;
  for (const family of await sessionsToEnd(auth, context, session)) {
    await revokeTokenFamily(context, family);
    const requestFacts = { ip: request.ip, request_id: request.id };
    await addAuditEntry(tx, { scope, at: received_at, action: 'logout', actor_id: family.user_id, ...requestFacts });
  }
  clearSessionCookies(request);
  return { ok: true };
}

export function accountRoutes(auth: Auth): AccountCalls {
  return {
    'accounts.me': async (context) => {
      const me = await meRows.one(context, context.caller.user_id);
      if (!me) throw new Refused('unauthorized');
      return me;
    },
    'accounts.set_language': async (context, { body }) => {
      await updateSettingsHandler(context, toWriteInput<'settings.update'>(context, context.caller.user_id, body));
      return { ok: true };
    },
    'accounts.update_me': (context, { body }) => updateMe(auth, context, body),
    'accounts.avatar': uploadAvatar,
    'accounts.admin_reg_link': async () => ({ link: auth.registration_url ?? null }),
    'accounts.bot_login': (context, { body }) => loginByBot(auth, context, body.token),
    'accounts.recover': async ({ tx, scope, received_at: at }, { body }) => {
      await addJob(tx, { scope, at }, 'recover', { email: body.email.normalize('NFC').toLowerCase() });
      return { ok: true };
    },
    'accounts.make_link': (context, { query }) => makeLoginLink(auth, context, query.user_id),
    'accounts.link_requests': (context) => listLinkRequests(context),
    'accounts.answer_link_request': (context, { body }) => answerLinkRequest(context, body),
    'accounts.spend_link': (context, { body }) => consumeCredentialsLink(auth, context, body.token),
    'own.check_link': (context, { body }) => checkLink(context, body),
    'own.stop_link': (context, { body }) => revokeLoginLink(context, body.token),
    'own.contact_code': async (context, { body }) => {
      await sendContactCode(context, body);
      return { ok: true };
    },
    'own.keep_account': async (context) => {
      await cancelDeletion(context);
      return { ok: true };
    },
    'own.refresh': (context) => refresh(auth, context),
    'own.logout': (context, { body }) => logout(auth, context, body.session?.toLowerCase()),
    'own.devices': (context) => listOwnDevices(context),
    'own.revoke_device': async (context, { params }) => {
      await revokeDevice(context, params.id.toLowerCase());
      return { ok: true };
    },
    'own.outbox_key': async (context) => ({ key: await ensureOutboxKey(context) }),
  };
}

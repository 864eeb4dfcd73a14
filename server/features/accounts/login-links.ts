import { sql } from 'kysely';
import type { CallReply } from '../../../contract/api-calls/index.ts';
import type { NotifiedChannel } from '../../../contract/api-calls/registration.ts';
import { Refused } from '../../../contract/errors.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { User } from '../../db/tables.ts';
import type { Caller, CallerContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { isPersonVisible } from '../contacts/visible.ts';
import { absoluteUrl } from './emails.ts';
import { recordLink } from './link-record.ts';
import { changeLink, makeLink, validLinks, type Link } from './links.ts';
import { channelsOf, notifyMember } from './member-notice.ts';
import { fullName } from './rows.ts';
import type { Auth } from './sessions.ts';

type MadeLink = CallReply<'accounts.make_link'>;

/** How long, in ms, the employee can create the link after a manager has confirmed the request. */
const CONFIRMED_MS = 3_600_000;

/**
 * Whether an account has more rights than the caller. A login link to such an account would give these rights to the
 * caller.
 */
function hasMoreRights(caller: Caller, user: User): boolean {
  if (user.is_superuser) return true;
  if (caller.principal === 'admin') return false;
  return user.is_manager || (user.is_staff && caller.principal !== 'manager');
}

/**
 * Returns a person for whom the caller is responsible, directly, as manager of the responsible employee, or as an
 * admin. Throws `not_found`.
 */
async function personInCare({ tx, scope, caller }: CallerContext, user_id: string): Promise<User> {
  const user = await tx
    .selectFrom('users as u')
    .selectAll('u')
    .where('u.scope', '=', scope)
    .where('u.id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .where('u.id', '<>', caller.user_id)
    .where(caller.principal === 'admin' ? sql<boolean>`true` : isPersonVisible(caller, 'u'))
    .executeTakeFirst();
  if (!user || hasMoreRights(caller, user)) throw new Refused('not_found');
  return user;
}

/** Returns the caller's open request for a login link for a person, confirmed or not. */
async function ownRequest({ tx, scope, caller, received_at }: CallerContext, user: User): Promise<Link | undefined> {
  return validLinks(tx, { scope, kind: 'link_request', now: received_at })
    .where('user_id', '=', user.id)
    .where('created_by', '=', caller.user_id)
    .executeTakeFirst();
}

/**
 * [Note: Links for people who cannot be notified] A person who has neither email nor Telegram would not find out about
 * a login link. A manager must therefore confirm the request of an employee, who then has an hour to create the link.
 * Returns the reply for a request that waits for the manager, and null for a confirmed request.
 */
async function requestConfirmation(context: CallerContext, user: User): Promise<MadeLink | null> {
  const { tx, scope, caller, received_at: now, request } = context;
  const pending = await ownRequest(context, user);
  if (pending && pending.detail['confirmed_by'] !== undefined) {
    await changeLink(tx, pending, { ended_at: now });
    return null;
  }
  if (pending) return { status: 'waiting', url: null, expires_at: pending.expires_at, sent_to: [] };
  await countDailyWrite(context, 'login_links');
  const created_by = caller.user_id;
  const { expires_at } = await makeLink(tx, { scope, user_id: user.id, kind: 'link_request', now, created_by });
  await recordLink(context, { action: 'credentials_link_asked', user, actor_id: created_by, request });
  return { status: 'waiting', url: null, expires_at, sent_to: [] };
}

async function createLink(
  auth: Auth,
  context: CallerContext,
  user: User,
  sent_to: NotifiedChannel[],
): Promise<MadeLink> {
  const { tx, scope, caller, received_at: now, request } = context;
  await countDailyWrite(context, 'login_links');
  const linkFields = { scope, user_id: user.id, now, created_by: caller.user_id };
  const { id, token, expires_at } = await makeLink(tx, { ...linkFields, kind: 'credentials' });
  const stop = await makeLink(tx, { ...linkFields, kind: 'link_stop', detail: { link_id: id } });
  const url = absoluteUrl(auth.public_url, `/reset-credentials/${token}`);
  const stop_url = absoluteUrl(auth.public_url, `/not-me/${stop.token}`);
  const isMailed = auth.reset_links === 'mail';
  const facts = { by: fullName(caller.user), stop_url, ...(isMailed && { url }) };
  await notifyMember(context, user, sent_to, { template: isMailed ? 'link_sent' : 'link_made', facts });
  const detail = { sent_to: sent_to.map(({ via }) => via), mailed: isMailed };
  await recordLink(context, { action: 'credentials_link_made', user, actor_id: caller.user_id, request, detail });
  return { status: isMailed ? 'sent' : 'made', url: isMailed ? null : url, expires_at, sent_to };
}

/**
 * Creates a login link for a person in the caller's care and notifies that person. Throws `not_found` if the person is
 * not in the caller's care, `daily_limit` if too many links were created today, and `no_address` if links may only be
 * sent to the person and the person has no address.
 */
export async function makeLoginLink(auth: Auth, context: CallerContext, user_id: string): Promise<MadeLink> {
  const user = await personInCare(context, user_id.toLowerCase());
  const sent_to = await channelsOf(context, user);
  if (sent_to.length > 0) return createLink(auth, context, user, sent_to);
  if (auth.reset_links === 'mail') throw new Refused('no_address');
  const waitingReply = context.caller.is_manager ? null : await requestConfirmation(context, user);
  return waitingReply ?? createLink(auth, context, user, sent_to);
}

/**
 * Selects the requests that the caller may confirm: requests for people in the caller's care that were made by other
 * employees.
 */
function requestsFor({ tx, scope, caller, received_at: now }: CallerContext) {
  return validLinks(tx, { scope, kind: 'link_request', now })
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'k.scope').onRef('u.id', '=', 'k.user_id'))
    .innerJoin('users as b', (join) => join.onRef('b.scope', '=', 'k.scope').onRef('b.id', '=', 'k.created_by'))
    .where('u.deleted_at', 'is', null)
    .where('k.created_by', '<>', caller.user_id)
    .where(sql<boolean>`not jsonb_exists(k.detail, 'confirmed_by')`)
    .where(caller.is_manager ? isPersonVisible(caller, 'u') : sql<boolean>`false`);
}

/** Lists the requests that the caller may confirm, oldest first. */
export function listLinkRequests(context: CallerContext): Promise<CallReply<'accounts.link_requests'>> {
  return requestsFor(context)
    .clearSelect()
    .select(['k.id', 'k.user_id', 'k.created_at', 'k.expires_at'])
    .select([personName('u').as('user_name'), personName('b').as('by_name')])
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(100)
    .execute();
}

/**
 * Confirms or declines an employee's request for a login link. Throws `not_found` if there is no such request, or if it
 * was already answered.
 */
export async function answerLinkRequest(
  context: CallerContext,
  { id, confirm }: { id: string; confirm: boolean },
): Promise<{ ok: true }> {
  const { tx, caller, received_at: now, request } = context;
  const linkRequest = await requestsFor(context)
    .select('u.responsible_id')
    .where('k.id', '=', id)
    .forUpdate('k')
    .executeTakeFirst();
  if (!linkRequest) throw new Refused('not_found');
  const expires_at = new Date(Date.parse(now) + CONFIRMED_MS).toISOString();
  await changeLink(
    tx,
    linkRequest,
    confirm ? { detail: { confirmed_by: caller.user_id }, expires_at } : { ended_at: now },
  );
  const action = confirm ? 'credentials_link_confirmed' : 'credentials_link_declined';
  const user = { id: linkRequest.user_id, responsible_id: linkRequest.responsible_id };
  await recordLink(context, { action, user, actor_id: caller.user_id, request });
  return { ok: true };
}

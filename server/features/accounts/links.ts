import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { Refused } from '../../../contract/errors.ts';
import type { AccountLinksTable, LinkKind } from '../../db/account-tables.ts';
import type { Db, Tx } from '../../db/tables.ts';

export type Link = Selectable<AccountLinksTable>;

/** Lifetime of each kind of link in minutes, by the server's clock. */
const LIFETIMES_MIN: Record<LinkKind, number> = {
  password_reset: 60,
  credentials: 60,
  link_request: 24 * 60,
  // Equals the maximum lifetime of a session that was started with a login link.
  link_stop: 30 * 24 * 60,
  bot: 5,
  code: 10,
};
const MAX_ATTEMPTS = 5;
const LINKS_KEPT_DAYS = 30;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const addMinutes = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();

interface NewLink {
  scope: string;
  user_id: string;
  kind: LinkKind;
  now: string;
  created_by?: string;
  detail?: Record<string, unknown>;
}

/** Ends a person's open links of the given kinds. */
export async function endLinks(
  tx: Tx,
  { scope, user_id, now }: Pick<NewLink, 'scope' | 'user_id' | 'now'>,
  kinds: readonly LinkKind[],
): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ ended_at: now })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

async function insertLink(tx: Tx, link: NewLink, id: string, secret: string): Promise<string> {
  const { scope, user_id, kind, now, created_by = null, detail = {} } = link;
  const expires_at = addMinutes(now, LIFETIMES_MIN[kind]);
  // A person has at most one open link of each kind, so a new link ends the previous one. `link_stop` is exempt,
  // because it must stay possible to revoke each login link separately.
  if (kind !== 'link_stop') await endLinks(tx, link, [kind]);
  await tx
    .insertInto('account_links')
    .values({
      scope,
      id,
      user_id,
      kind,
      token_hash: hashOf(secret),
      created_by,
      created_at: now,
      expires_at,
      used_at: null,
      ended_at: null,
      detail: JSON.stringify(detail),
    })
    .execute();
  return expires_at;
}

/** Creates a link. Its token can be used only once; the database stores only a hash of it. */
export async function makeLink(tx: Tx, link: NewLink): Promise<{ id: string; token: string; expires_at: string }> {
  const id = uuidv7();
  const token = randomBytes(32).toString('base64url');
  return { id, token, expires_at: await insertLink(tx, link, id, token) };
}

/** Creates a six-digit code that confirms the value in `detail`. */
export async function makeCode(tx: Tx, link: Omit<NewLink, 'kind'>): Promise<string> {
  const id = uuidv7();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await insertLink(tx, { ...link, kind: 'code' }, id, id + code);
  return code;
}

type LinkQuery = { scope: string; kind: LinkKind; token: string; now: string };

/**
 * Returns the reason why a link is rejected: `not_found`, `link_used` or `link_expired`. A link that was replaced by a
 * newer link counts as expired.
 */
function refusalOf(link: Link | undefined): Refused {
  if (!link) return new Refused('not_found');
  return new Refused(link.used_at === null ? 'link_expired' : 'link_used');
}

function linkOf(db: Db | Tx, { scope, kind, token }: LinkQuery): Promise<Link | undefined> {
  return db
    .selectFrom('account_links')
    .selectAll()
    .where('scope', '=', scope)
    .where('kind', '=', kind)
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
}

/**
 * Marks a link as used. If several attempts arrive at the same time, exactly one succeeds. Throws `not_found`,
 * `link_used` or `link_expired`.
 */
export async function consumeLink(tx: Tx, query: LinkQuery): Promise<Link> {
  const { scope, kind, token, now } = query;
  const consumedLink = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('scope', '=', scope)
    .where('kind', '=', kind)
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>=', now)
    .returningAll()
    .executeTakeFirst();
  if (consumedLink) return consumedLink;
  throw refusalOf(await linkOf(tx, query));
}

/** Returns a link that is still valid, without marking it as used. Throws the same errors as `consumeLink`. */
export async function getValidLink(db: Db | Tx, query: LinkQuery): Promise<Link> {
  const link = await linkOf(db, query);
  const isValid = link && link.used_at === null && link.ended_at === null && link.expires_at >= query.now;
  if (!isValid) throw refusalOf(link);
  return link;
}

/** Returns the seconds until a link expires. Throws the same errors as `consumeLink`. */
export async function getSecondsLeft(db: Db | Tx, query: LinkQuery): Promise<number> {
  const { expires_at } = await getValidLink(db, query);
  return Math.floor((Date.parse(expires_at) - Date.parse(query.now)) / 1000);
}

/** Selects the links of a kind that are neither used nor ended nor expired. */
export const validLinks = (tx: Tx, { scope, kind, now }: Pick<NewLink, 'scope' | 'kind' | 'now'>) =>
  tx
    .selectFrom('account_links as k')
    .selectAll('k')
    .where('k.scope', '=', scope)
    .where('k.kind', '=', kind)
    .where('k.used_at', 'is', null)
    .where('k.ended_at', 'is', null)
    .where('k.expires_at', '>=', now);

/**
 * Returns a link that was used within the last `minutes` and therefore still permits some actions. Throws `not_found`
 * or `link_expired`.
 */
export async function getRecentlyUsedLink(tx: Tx, query: LinkQuery, minutes: number): Promise<Link> {
  const link = await linkOf(tx, query);
  if (!link) throw refusalOf(link);
  const until = link.used_at === null ? null : addMinutes(link.used_at, minutes);
  if (until === null || until < query.now || link.ended_at !== null) throw new Refused('link_expired');
  return link;
}

/** Changes the detail or the expiry of a link, or ends it permanently. */
export async function changeLink(
  tx: Tx,
  { scope, id }: Pick<Link, 'scope' | 'id'>,
  change: { detail?: Record<string, unknown>; ended_at?: string; expires_at?: string },
): Promise<void> {
  const { detail, ...times } = change;
  await tx
    .updateTable('account_links')
    .set({ ...(detail && { detail: JSON.stringify(detail) }), ...times })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns whether a code is correct. A correct code is marked as used. `isMeant` returns whether the value that the
 * code confirms is the expected value. A wrong code counts as an attempt; after five attempts the code is invalid.
 */
export async function consumeCode(
  tx: Tx,
  { scope, user_id, now }: Omit<NewLink, 'kind'>,
  code: string,
  isMeant: (detail: Record<string, unknown>) => boolean,
): Promise<boolean> {
  const link = await tx
    .selectFrom('account_links')
    .selectAll()
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>=', now)
    .where('attempts', '<', MAX_ATTEMPTS)
    .forUpdate()
    .executeTakeFirst();
  if (!link || !isMeant(link.detail)) return false;
  const isCorrect = link.token_hash === hashOf(link.id + code);
  await tx
    .updateTable('account_links')
    .set({ attempts: link.attempts + 1, used_at: isCorrect ? now : null })
    .where('scope', '=', scope)
    .where('id', '=', link.id)
    .execute();
  return isCorrect;
}

/**
 * Deletes links that expired long ago. Newer links are kept, so that a person who opens one sees that it has expired.
 */
export async function dropOldLinks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LINKS_KEPT_DAYS * 86_400_000).toISOString();
  await db.deleteFrom('account_links').where('expires_at', '<', before).execute();
}

import { sql, type Selectable } from 'kysely';
import type { Db, RefreshTokensTable, Tx, User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { LONG_LIFETIME_S } from './tokens.ts';

/** Returns the account with a login name: an email address in lower case, or a phone number in E.164 format. */
export function accountByName(
  db: Db,
  scope: string,
  name: { email: string } | { phone: string },
): Promise<User | undefined> {
  const query = db.selectFrom('users').selectAll().where('scope', '=', scope).where('deleted_at', 'is', null);
  return (
    'email' in name ? query.where('email', '=', name.email) : query.where('phone', '=', name.phone)
  ).executeTakeFirst();
}

/**
 * An account with the state of one session. `has_ended`: the session was ended on the server, other than by the current
 * block. `device_*`: the state of the device, if it is known; `device_revoked_at`: when the owner revoked it.
 * `counter_*`: the counter of the scope.
 */
export type SessionOwner = User & {
  has_ended: boolean;
  is_device_known: boolean;
  device_revoked_at: string | null;
  device_last_pull_at: string | null;
  counter_rev: number | null;
  counter_horizon: number | null;
  counter_epoch: string | null;
};

/** Returns the account of a token with the state of its session, its device and the counter of the scope. */
export function sessionOwner(
  db: Db | Tx,
  scope: string,
  user_id: string,
  family_id: string,
  device_id: string | null,
): Promise<SessionOwner | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('sync_devices as d', (join) =>
      join.onRef('d.scope', '=', 'users.scope').onRef('d.user_id', '=', 'users.id').on('d.device_id', '=', device_id),
    )
    .leftJoin('sync_counter as n', 'n.scope', 'users.scope')
    .selectAll('users')
    .select([
      sql<boolean>`d.device_id is not null`.as('is_device_known'),
      'd.revoked_at as device_revoked_at',
      'd.last_pull_at as device_last_pull_at',
      'n.rev as counter_rev',
      'n.horizon as counter_horizon',
      'n.epoch as counter_epoch',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('refresh_tokens')
            .select(sql`1`.as('one'))
            .where('scope', '=', scope)
            .where('family_id', '=', family_id)
            .where('revoked_at', 'is not', null)
            .where((row) =>
              row.or([
                row.and([row('users.is_blocked', '=', false), row('users.is_active', '=', true)]),
                row('users.blocked_at', 'is', null),
                row('refresh_tokens.revoked_at', '!=', row.ref('users.blocked_at')),
              ]),
            ),
        )
        .$castTo<boolean>()
        .as('has_ended'),
    )
    .where('users.scope', '=', scope)
    .where('users.id', '=', user_id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a session with a refresh cookie was open when its owner was blocked. The owner must still be blocked. */
export async function wasSessionOpenWhenBlocked(
  db: Db,
  { scope, blocked_at }: Pick<User, 'scope' | 'blocked_at'>,
  family_id: string,
  now: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('id')
    .where('scope', '=', scope)
    .where('family_id', '=', family_id)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '=', blocked_at)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setPasswordHash(tx: Tx, scope: string, id: string, password_hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash }).where('scope', '=', scope).where('id', '=', id).execute();
}

// ---- failed logins ----

/**
 * Locks the failure count of a bucket, i.e. of an account together with an address. The first attempt creates the row,
 * so that simultaneous attempts wait for it.
 */
export async function lockFailureRow(
  tx: Tx,
  scope: string,
  account: string,
  now: string,
): Promise<{ failures: number; last_at: string }> {
  await tx
    .insertInto('login_failures')
    .values({ scope, account, failures: 0, last_at: now })
    .onConflict((conflict) => conflict.columns(['scope', 'account']).doNothing())
    .execute();
  return tx
    .selectFrom('login_failures')
    .select(['failures', 'last_at'])
    .where('scope', '=', scope)
    .where('account', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setFailureCount(
  tx: Tx,
  scope: string,
  account: string,
  failures: number,
  last_at: string,
): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ failures, last_at })
    .where('scope', '=', scope)
    .where('account', '=', account)
    .execute();
}

export async function deleteFailureCount(db: Db, scope: string, account: string): Promise<void> {
  await db.deleteFrom('login_failures').where('scope', '=', scope).where('account', '=', account).execute();
}

// ---- refresh tokens ----

export async function insertRefreshToken(
  tx: Tx,
  row: Omit<RefreshTokensTable, 'used_at' | 'revoked_at'>,
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ ...row, used_at: null, revoked_at: null })
    .execute();
}

/**
 * Locks a refresh token until the end of the transaction. Of two requests that use the same token, the second one waits
 * and then finds that the token was used.
 */
export function lockRefreshToken(
  tx: Tx,
  scope: string,
  token_hash: string,
): Promise<Selectable<RefreshTokensTable> | undefined> {
  return tx
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('scope', '=', scope)
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst();
}

export async function markRefreshTokenUsed(tx: Tx, scope: string, id: string, used_at: string): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ used_at }).where('scope', '=', scope).where('id', '=', id).execute();
}

/** Returns the session with this id; undefined if the session never had a refresh cookie. */
export function tokenFamilyById(
  tx: Tx,
  scope: string,
  family_id: string,
): Promise<Pick<Selectable<RefreshTokensTable>, 'scope' | 'family_id' | 'user_id'> | undefined> {
  return tx
    .selectFrom('refresh_tokens')
    .select(['scope', 'family_id', 'user_id'])
    .where('scope', '=', scope)
    .where('family_id', '=', family_id)
    .limit(1)
    .executeTakeFirst();
}

/** Ends a session: its refresh tokens, all its access tokens, and its event streams. */
export async function revokeTokenFamily(
  { tx, received_at: now, sessionsEnded }: Pick<HandlerContext, 'tx' | 'received_at' | 'sessionsEnded'>,
  family: { scope: string; family_id: string; user_id: string },
): Promise<void> {
  const { scope, family_id, user_id } = family;
  sessionsEnded(user_id);
  const { numUpdatedRows } = await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now })
    .where('scope', '=', scope)
    .where('family_id', '=', family_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // A session without a refresh cookie has no row yet. Insert a row that marks the session as ended for the lifetime of
  // its access token.
  const expires_at = new Date(Date.parse(now) + LONG_LIFETIME_S * 1000).toISOString();
  await tx
    .insertInto('refresh_tokens')
    .values({
      scope,
      id: family_id,
      family_id,
      user_id,
      token_hash: `ended ${family_id}`,
      created_at: now,
      expires_at,
      used_at: now,
      revoked_at: now,
      device_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function dropOldRefreshTokens(tx: Tx, scope: string, user_id: string, before: string): Promise<void> {
  await tx
    .deleteFrom('refresh_tokens')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('expires_at', '<', before)
    .execute();
}

/**
 * Deletes expired refresh tokens, login failures that no longer cause a delay, daily counts of past days, and expired
 * request counts.
 */
export async function dropStaleAccountRows(db: Db, before: string, now: string): Promise<void> {
  await db.deleteFrom('request_counts').where('ends_at', '<', now).execute();
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', before).execute();
  await db.deleteFrom('login_failures').where('last_at', '<', before).execute();
  await db.deleteFrom('daily_counts').where('day', '<', before.slice(0, 10)).execute();
}

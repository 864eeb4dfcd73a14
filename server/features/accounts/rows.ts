import type { Me } from '../../../contract/entities/me.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { EntityRows, RowChange, RowsContext, Erasure } from '../../handlers.ts';
import type { User } from '../../db/tables.ts';
import { sql } from 'kysely';
import { leaveTeam } from '../team/counts.ts';

/** Erases the personal data of an account. The row stays, because comments and tasks refer to it. */
async function eraseUser({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  const name = { first_name: '—', last_name: '', middle_name: null, email: null, phone: null, telegram: null };
  const profile = { password_hash: null, avatar_sha256: null, city: null, date_birth: null, promo_code: null };
  const details = { address: '', notes: '', tags: '[]', groups: '[]', next_step_at: null, search: '' };
  const partnerFields = {
    partner_since: null,
    company: '',
    partner_note: '',
    commission_percent: 0,
    partner_files: '[]',
  };
  const importedFields = { gender: null, work_zone: '' };
  const deletion = { deleted_at: at, deleted_by: user_id, outbox_key: null, is_active: false, delete_at: null };
  await leaveTeam(tx, scope, user_id);
  await tx
    .updateTable('users')
    .set({
      ...name,
      ...profile,
      ...details,
      ...partnerFields,
      ...importedFields,
      ...deletion,
      rev,
      updated_at: at,
      claimed_rev: sql`case when status = 'waiting' then ${rev}::bigint else claimed_rev end`,
    })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}

type Referrer = { id: string; name: string } | null;

export const fullName = (user: Pick<User, 'first_name' | 'last_name'>): string =>
  `${user.first_name} ${user.last_name}`.trim();

/** Returns the account as its owner sees it, without password hash and token version. */
function meRow(user: User, referrer: Referrer, is_subscribed: boolean): Me {
  const { id, rev, email, phone, first_name, last_name, middle_name, language, theme, text_size, country, city } = user;
  const { time_zone, date_birth, telegram, promo_code, subscribed_until, created_at, delete_at, show_contact_to_team } =
    user;
  const { push_leads, push_tickets, push_tasks, push_names, quiet_hours, weekly_goal } = user;
  const { is_superuser, is_staff, is_manager, is_active, is_blocked } = user;
  return {
    id,
    rev,
    email,
    phone,
    first_name,
    last_name,
    middle_name,
    language,
    theme,
    text_size,
    country,
    city,
    time_zone,
    date_birth,
    telegram,
    promo_code,
    subscribed_until,
    created_at,
    delete_at,
    show_contact_to_team,
    ...{ push_leads, push_tickets, push_tasks, push_names, quiet_hours, weekly_goal },
    is_superuser,
    is_staff,
    is_manager,
    is_active,
    is_blocked,
    avatar: user.avatar_sha256 === null ? null : { sha256: user.avatar_sha256 },
    referrer,
    is_subscribed,
    ...(isEmployee(user) && { work_times: user.work_times }),
  };
}

async function referrerOf({ tx, caller }: RowsContext, user: User): Promise<Referrer> {
  if (user.referrer_id === null) return null;
  const row = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('scope', '=', caller.scope)
    .where('id', '=', user.referrer_id)
    .executeTakeFirst();
  return row ? { id: row.id, name: fullName(row) } : null;
}

async function ownAccount(context: RowsContext): Promise<Me | null> {
  const { tx, caller } = context;
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', caller.scope)
    .where('id', '=', caller.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user ? meRow(user, await referrerOf(context, user), caller.is_subscribed) : null;
}

/** The row source of the caller's own account, which is a single row. */
export const meRows: EntityRows<'me'> = {
  storage: { table: 'users', tombstones: false, erase: eraseUser },
  changed: async (context, after, upTo): Promise<RowChange<'me'>[]> => {
    const row = await ownAccount(context);
    return row && row.rev > after && row.rev <= upTo ? [{ op: 'put', id: row.id, rev: row.rev, row }] : [];
  },
  page: async (context, after) => {
    const row = await ownAccount(context);
    return row && (after === null || row.id > after) ? [row] : [];
  },
  count: async (context) => ((await ownAccount(context)) ? 1 : 0),
  one: async (context, id) => (id === context.caller.user_id ? ownAccount(context) : null),
};

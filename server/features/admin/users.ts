import { sql, type RawBuilder } from 'kysely';
import type { AccountCounts, AdminUser } from '../../../contract/api-calls/admin.ts';
import type { AccountOrdering, AccountRole, AccountState } from '../../../contract/filter-values.ts';
import type { CallQuery } from '../../../contract/api-calls/index.ts';
import { searchMatches } from '../../db/search-text.ts';
import type { RowsContext } from '../../handlers.ts';
import { countColumns, pageEnvelope, pageSpan } from '../../http/paging.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';

const columns = [
  ...(['u.id', 'u.rev', 'u.first_name', 'u.last_name', 'u.email', 'u.phone', 'u.language', 'u.country'] as const),
  ...(['u.is_staff', 'u.is_manager', 'u.is_superuser', 'u.is_active', 'u.is_blocked', 'u.created_at'] as const),
  sql<boolean>`(u.password_hash is not null)`.as('has_password'),
  sql<string | null>`(select max(greatest(d.last_push_at, d.last_pull_at)) from sync_devices d
    where d.scope = u.scope and d.user_id = u.id)`.as('last_seen_at'),
] as const;

const accounts = ({ tx, caller }: RowsContext) =>
  tx.selectFrom('users as u').where('u.scope', '=', caller.scope).where('u.deleted_at', 'is', null);

const roles: Record<AccountRole, RawBuilder<boolean>> = {
  member: sql<boolean>`not ${hasEmployeeRole('u')}`,
  employee: hasEmployeeRole('u'),
  manager: sql<boolean>`u.is_manager`,
  superuser: sql<boolean>`u.is_superuser`,
};

const states: Record<AccountState, RawBuilder<boolean>> = {
  active: sql<boolean>`(u.is_active and not u.is_blocked)`,
  not_active: sql<boolean>`(not u.is_active and not u.is_blocked)`,
  blocked: sql<boolean>`u.is_blocked`,
};

type OrderedColumn = 'name' | 'country' | 'created_at';

const orders: Record<OrderedColumn, RawBuilder<unknown>> = {
  name: sql`lower(u.first_name || ' ' || u.last_name)`,
  country: sql`coalesce(u.country, '')`,
  created_at: sql`u.created_at`,
};

/** Returns the direction and the column of an ordering such as `-name`. */
function orderOf(ordering: AccountOrdering): [RawBuilder<unknown>, 'asc' | 'desc'] {
  const isDescending = ordering.startsWith('-');
  return [orders[(isDescending ? ordering.slice(1) : ordering) as OrderedColumn], isDescending ? 'desc' : 'asc'];
}

const numberOf = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})::int`;

function countAccounts(context: RowsContext, matches: RawBuilder<boolean>) {
  return accounts(context)
    .select([
      ...countColumns(matches),
      numberOf(roles.employee).as('employees'),
      numberOf(roles.manager).as('managers'),
      numberOf(roles.superuser).as('superusers'),
      numberOf(sql<boolean>`u.is_superuser and ${states.active}`).as('admins'),
      numberOf(states.not_active).as('not_active'),
      numberOf(states.blocked).as('blocked'),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns a page of all accounts, with the number of accounts of each role and state. */
export async function readUserPage(context: RowsContext, query: CallQuery<'admin.users'>) {
  const { search, role, state, ordering } = query;
  const parts = [searchMatches('u', search), role && roles[role], state && states[state]].filter(Boolean);
  const matches = sql<boolean>`(${sql.join(parts, sql` and `)})`;
  const [order, direction] = orderOf(ordering);
  const { offset, limit } = pageSpan(query);
  const rows: AdminUser[] = await accounts(context)
    .select(columns)
    .where(matches)
    .orderBy(order, direction)
    .orderBy('u.id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
  const { count, total_count, ...counts } = await countAccounts(context, matches);
  return { ...pageEnvelope(query, { rows, count, total_count }), counts: counts satisfies AccountCounts };
}

/** Returns an account, or null if it does not exist or was deleted. */
export async function adminUserById(context: RowsContext, id: string): Promise<AdminUser | null> {
  return (await accounts(context).select(columns).where('u.id', '=', id).executeTakeFirst()) ?? null;
}

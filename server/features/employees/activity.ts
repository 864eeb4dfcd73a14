import { sql } from 'kysely';
import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import { OVERDUE_AFTER_MS } from '../../../contract/states/task-time.ts';
import type { Device } from '../../../contract/sync.ts';
import type { RowsContext } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { searchMatches } from '../../db/search-text.ts';
import { personName } from '../contacts/person.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { isInTeam } from './visible.ts';

/**
 * Maximum number of devices listed per employee, most recently seen first. Any other devices are probably no longer
 * used.
 */
const MAX_DEVICES = 10;

interface ActivityQuery {
  page: number;
  page_size: number;
  search?: string | undefined;
}

async function devicesOf(
  { tx, caller }: RowsContext,
  ids: readonly string[],
): Promise<(Device & { user_id: string })[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom((eb) =>
      eb
        .selectFrom('sync_devices')
        .select(['user_id', 'device_id', 'name', 'app_version', 'last_push_at', 'last_pull_at'])
        .select(['pending', 'oldest_pending_at', 'revoked_at'])
        .select(
          sql<number>`row_number() over (partition by user_id
            order by greatest(last_push_at, last_pull_at) desc nulls last, device_id)`.as('place'),
        )
        .where('scope', '=', caller.scope)
        .where('user_id', 'in', ids)
        .as('d'),
    )
    .select(['user_id', 'device_id', 'name', 'app_version', 'last_push_at', 'last_pull_at'])
    .select(['pending', 'oldest_pending_at', 'revoked_at'])
    .where('place', '<=', MAX_DEVICES)
    .orderBy('place')
    .execute();
}

/**
 * Returns a page of the caller's team, sorted by name, with the leads taken today, open leads, overdue tasks and
 * devices of each employee.
 */
export async function readActivityPage(context: RowsContext, query: ActivityQuery, now: string) {
  const { tx, caller } = context;
  const team = tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    .where('u.deleted_at', 'is', null)
    .where(hasEmployeeRole('u'))
    .where(isInTeam(caller, 'u'));
  const matching = team.where(searchMatches('u', query.search));
  const counted = sql<number>`count(*)::int`.as('count');
  const { offset, limit } = pageSpan(query);
  const overdueBefore = new Date(Date.parse(now) - OVERDUE_AFTER_MS).toISOString();
  const rows = await matching
    .select([
      'u.id',
      personName('u').as('name'),
      sql<number>`(select count(*)::int from lead_claims t where t.scope = u.scope and t.user_id = u.id
        and t.counts_until > ${now}::timestamptz)`.as('taken_today'),
      sql<number>`(select count(*)::int from users p where p.scope = u.scope and p.responsible_id = u.id
        and p.status = 'processing' and p.deleted_at is null and not ${hasEmployeeRole('p')})`.as('open_leads'),
      sql<number>`(select count(*)::int from tasks t where t.scope = u.scope and t.assignee_id = u.id
        and t.state = 'planned' and t.start_at < ${overdueBefore}::timestamptz and t.deleted_at is null)`.as(
        'overdue_tasks',
      ),
    ])
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const devices = await devicesOf(
    context,
    rows.map(({ id }) => id),
  );
  const results: EmployeeActivity[] = rows.map((row) => ({
    ...row,
    devices: devices.filter(({ user_id }) => user_id === row.id).map(({ user_id: _, ...device }) => device),
  }));
  const { count } = await matching.select(counted).executeTakeFirstOrThrow();
  const { count: total } = await team.select(counted).executeTakeFirstOrThrow();
  return pageEnvelope(query, { rows: results, count, total_count: total });
}

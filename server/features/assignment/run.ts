import { sql } from 'kysely';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { defaultWorkTimes, nextWorkingTime } from '../../../contract/work-times.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../db/tables.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { assignFromPool } from '../people/claim.ts';
import { isInPool } from '../people/visible.ts';
import { assignLeads, isAvailable, type Consultant, type LeadToAssign } from './score.ts';

/**
 * Maximum number of leads per run. A run takes the leads that have waited longest and whose language a working employee
 * speaks; the others wait for the next run.
 */
const MAX_LEADS = 2_000;

async function waitingLeads(
  db: Db,
  scope: string,
  now: string,
  languages: readonly LeadToAssign['language'][],
): Promise<LeadToAssign[]> {
  if (languages.length === 0) return [];
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.language', 'u.country'])
    .select(sql<string>`coalesce(u.waiting_since, u.created_at)`.as('since'))
    .select(
      sql<string[]>`array(select x.user_id from lead_exclusions x
        where x.scope = u.scope and x.person_id = u.id and x.until > ${now}::timestamptz)`.as('excluded'),
    )
    .where('u.scope', '=', scope)
    .where(isInPool('u'))
    .where('u.is_active', '=', true)
    .where('u.is_blocked', '=', false)
    .where('u.do_not_contact', '=', false)
    .where('u.language', 'in', languages)
    .orderBy(sql`coalesce(u.waiting_since, u.created_at)`)
    .orderBy('u.id')
    .limit(MAX_LEADS)
    .execute();
  return rows.map(({ since, excluded, ...lead }) => ({
    ...lead,
    waiting_since: Date.parse(since),
    excluded: new Set(excluded),
  }));
}

/** Returns all consultants with their current load. Managers and admins receive no leads automatically. */
async function readConsultants(db: Db, scope: string, now: string): Promise<Consultant[]> {
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.is_active', 'u.is_blocked', 'u.language', 'u.country', 'u.daily_limit', 'u.rating'])
    .select(['u.work_times', 'u.time_zone'])
    .select([
      sql<number>`(select count(*)::int from lead_claims t where t.scope = u.scope and t.user_id = u.id
        and t.counts_until > ${now}::timestamptz)`.as('taken_today'),
      sql<string | null>`(select max(t.at) from lead_claims t where t.scope = u.scope and t.user_id = u.id)`.as('last'),
      sql<number>`(select count(*)::int from users p where p.scope = u.scope and p.responsible_id = u.id
        and p.status = 'processing' and p.deleted_at is null and not ${hasEmployeeRole('p')})`.as('open_leads'),
    ])
    .where('u.scope', '=', scope)
    .where('u.is_staff', '=', true)
    .where('u.is_manager', '=', false)
    .where('u.is_superuser', '=', false)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .execute();
  return rows.map(({ last, work_times, time_zone, ...row }) => ({
    ...row,
    work_times: work_times ?? defaultWorkTimes(time_zone),
    last_assigned_at: last === null ? null : Date.parse(last),
  }));
}

/** Returns the start of the next working minute (ISO). */
function firstMinute(times: WorkTimes, now: number): string {
  const start = nextWorkingTime(times, now) ?? now;
  return new Date(Math.ceil(start / 60_000) * 60_000).toISOString();
}

/**
 * Assigns waiting leads to working employees as decided in score.ts, with one transaction per lead. If two runs, or a
 * run and an employee, try to take the same lead at the same time, the first one gets the lead. Returns the number of
 * assigned leads.
 */
export async function assignWaitingLeads(deps: Deps): Promise<number> {
  const { db, scope, clock } = deps;
  const now = clock();
  const at = now.toISOString();
  const consultants = await readConsultants(db, scope, at);
  const available = consultants.filter(
    (consultant) => isAvailable(consultant, now.getTime()) && consultant.taken_today < consultant.daily_limit,
  );
  const leads = await waitingLeads(db, scope, at, [...new Set(available.map(({ language }) => language))]);
  let assignedCount = 0;
  for (const { lead_id, consultant_id } of assignLeads(leads, available, now.getTime())) {
    const { work_times } = available.find(({ id }) => id === consultant_id)!;
    const start_at = firstMinute(work_times, now.getTime());
    const isAssigned = await inScope(deps, scope, (context) =>
      assignFromPool(context, { person_id: lead_id, consultant_id, start_at }),
    );
    if (isAssigned) assignedCount += 1;
  }
  return assignedCount;
}

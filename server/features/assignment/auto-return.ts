import { sql } from 'kysely';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { inScope } from '../../context.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import type { HandlerContext } from '../../handlers.ts';
import { fullName } from '../accounts/rows.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { addNotification } from '../notifications/add.ts';
import { lockUsers } from '../people/lock.ts';
import { CHECK_NOW } from '../people/return-columns.ts';
import { returnToPool } from '../people/return-lead.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { nextReturnStep } from './return-step.ts';

type Context = Omit<HandlerContext, 'caller'>;

/**
 * Maximum number of leads per run. A run checks the leads that have been due longest; the next run checks the others.
 */
export const MAX_CHECKS_PER_RUN = 500;

/** Selects the assigned leads whose check is due. The conditions equal those of the index `users_return_checks`. */
export const dueLeads = ({ db, scope }: Pick<Deps, 'db' | 'scope'>, now: string) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.responsible_id'])
    .where('u.scope', '=', scope)
    .where('u.status', '=', 'processing')
    .where('u.responsible_id', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .where('u.return_check_at', 'is not', null)
    .where(sql<boolean>`not ${hasEmployeeRole('u')}`)
    .where('u.return_check_at', '<=', now)
    .orderBy('u.return_check_at')
    .orderBy('u.id')
    .limit(MAX_CHECKS_PER_RUN);

/**
 * Whether the employee has finished a task with the lead, or logged a call or visit, since the assignment. The times of
 * receipt by the server are compared, because the clock of a device may be wrong.
 */
async function hasFinishedWork({ tx, scope }: Context, lead: User, employee_id: string): Promise<boolean> {
  const since = lead.assigned_at ?? lead.created_at;
  const { rows } = await sql`select 1 where exists (select 1 from tasks t where t.scope = ${scope}
      and t.linked_user_id = ${lead.id} and t.assignee_id = ${employee_id} and t.state = 'completed'
      and t.deleted_at is null and t.updated_at >= ${since}::timestamptz)
    or exists (select 1 from interactions i where i.scope = ${scope} and i.user_id = ${lead.id}
      and i.author_id = ${employee_id} and i.deleted_at is null and i.created_at >= ${since}::timestamptz)`.execute(tx);
  return rows.length > 0;
}

type Times = Pick<User, 'returns_at' | 'return_warned_at' | 'return_check_at'>;

/**
 * Stores the times at which a lead is checked and returned. Devices receive the lead only if the time of the return has
 * changed.
 */
async function saveTimes(context: Context, lead: User, employee: User, times: Times): Promise<void> {
  const isChanged = (times.returns_at ?? null) !== lead.returns_at;
  await context.tx
    .updateTable('users')
    .set({ ...times, ...(isChanged && { rev: await context.nextRev() }) })
    .where('scope', '=', context.scope)
    .where('id', '=', lead.id)
    .execute();
  if (isChanged) await pokePersonViewers(context, [employee]);
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export type CheckOutcome = 'kept' | 'warned' | 'returned';

async function checkUntouched(context: Context, lead: User, employee: User): Promise<CheckOutcome> {
  const now = Date.parse(context.received_at);
  const { assigned_at, created_at, return_warned_at } = lead;
  const warned_at = return_warned_at === null ? null : Date.parse(return_warned_at);
  const times = employee.work_times ?? defaultWorkTimes(employee.time_zone);
  const step = nextReturnStep({ assigned_at: Date.parse(assigned_at ?? created_at), warned_at }, times, now);
  if (step.kind === 'return') {
    await returnToPool(context, lead, employee);
    return 'returned';
  }
  const returns_at = iso(step.returns_at);
  if (step.kind === 'wait') {
    await saveTimes(context, lead, employee, { return_warned_at, returns_at, return_check_at: iso(step.check_at) });
    return 'kept';
  }
  const warning = { return_warned_at: context.received_at, returns_at, return_check_at: returns_at };
  await saveTimes(context, lead, employee, warning);
  await addNotification(context, {
    ...{ user_id: employee.id, kind: 'lead_returning', target_id: lead.id, title: fullName(lead) },
    ...{ person_id: lead.id, by_id: null },
  });
  return 'warned';
}

/** Checks one lead. Returns null if another process has checked it already, or if it now has another employee. */
async function checkLead(context: Context, id: string, responsible_id: string): Promise<CheckOutcome | null> {
  const users = await lockUsers(context, [id, responsible_id]);
  const [lead, employee] = [users.get(id), users.get(responsible_id)];
  if (!lead || !employee || isEmployee(lead) || lead.deleted_at !== null || lead.status !== 'processing') return null;
  const isDue = lead.return_check_at !== null && Date.parse(lead.return_check_at) <= Date.parse(context.received_at);
  if (lead.responsible_id !== responsible_id || !isDue) return null;
  if (!(await hasFinishedWork(context, lead, responsible_id))) return checkUntouched(context, lead, employee);
  await saveTimes(context, lead, employee, { return_warned_at: null, returns_at: null, return_check_at: null });
  return 'kept';
}

/**
 * Warns employees about assigned leads with whom they have finished no task and logged no call or visit in 12 working
 * hours, and returns such leads to the pool after 12 more working hours. Each lead has a transaction of its own. If two
 * processes check the same lead, the second one does nothing. Returns the number of leads for each outcome.
 */
export async function returnUntouchedLeads(deps: Deps): Promise<Record<CheckOutcome, number>> {
  const counts = { kept: 0, warned: 0, returned: 0 };
  const leads = await dueLeads(deps, deps.clock().toISOString()).execute();
  for (const { id, responsible_id } of leads) {
    const outcome = await inScope(deps, deps.scope, (context) => checkLead(context, id, responsible_id!));
    if (outcome) counts[outcome] += 1;
  }
  return counts;
}

/**
 * Withdraws all warnings on a server that does not return leads automatically. Returns the number of withdrawn
 * warnings.
 */
export async function withdrawWarnings(deps: Deps): Promise<number> {
  return inScope(deps, deps.scope, async (context) => {
    const warned = await lockWarned(context.tx, deps.scope);
    if (warned.length === 0) return 0;
    await context.tx
      .updateTable('users')
      .set({ return_warned_at: null, returns_at: null, return_check_at: CHECK_NOW, rev: await context.nextRev() })
      .where('scope', '=', deps.scope)
      .where('id', '=', sql<string>`any(${warned})`)
      .execute();
    context.poke('all');
    return warned.length;
  });
}

async function lockWarned(tx: Tx, scope: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', scope)
    .where('status', '=', 'processing')
    .where('returns_at', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

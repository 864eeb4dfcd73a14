import { sql, type RawBuilder } from 'kysely';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Tx, User } from '../../db/tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { isBlockableBy, isInTeam } from './visible.ts';

/** Columns of a colleague; fields that are hidden from the caller are null. */
function columns(caller: Caller) {
  const isCaller = sql<boolean>`u.id = ${caller.user_id}`;
  const maySeeSettings = sql`(${isInTeam(caller, 'u')} or ${isCaller})`;
  const ifAllowed = <T>(column: string, allowed = maySeeSettings) =>
    sql<T | null>`case when ${allowed} then ${sql.ref(`u.${column}`)} end`;
  return [
    ...(['u.id', 'u.rev', 'u.language', 'u.is_manager', 'u.is_blocked'] as const),
    personName('u').as('name'),
    isInTeam(caller, 'u').as('in_team'),
    ifAllowed<string>('responsible_id').as('manager_id'),
    ifAllowed<string>('country').as('country'),
    ifAllowed<string>('city').as('city'),
    ifAllowed<string>('time_zone').as('time_zone'),
    ifAllowed<number>('daily_limit').as('daily_limit'),
    ifAllowed<number>('rating', sql`${isInTeam(caller, 'u')}`).as('rating'),
    ifAllowed<WorkTimes>('work_times').as('work_times'),
  ] as const;
}

/** Selects all colleagues of the caller; selects none if the caller is a learner. */
const colleagues = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    .where(hasEmployeeRole('u'))
    .where(sql<boolean>`${caller.is_staff}::boolean`);

const notDeleted = (context: RowsContext) => colleagues(context).where('u.deleted_at', 'is', null);

export async function readChangedEmployees(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'employees'>[]> {
  const rows = await colleagues(context)
    .select([...columns(context.caller), 'u.deleted_at'])
    .$call(inRevRange('u.rev', 'u.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export async function readEmployeePage(context: RowsContext, after: string | null, limit: number): Promise<Employee[]> {
  const query = notDeleted(context).select(columns(context.caller)).orderBy('u.id').limit(limit);
  return (after === null ? query : query.where('u.id', '>', after)).execute();
}

export async function countEmployees(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function employeeById(context: RowsContext, id: string): Promise<Employee | null> {
  return (await notDeleted(context).select(columns(context.caller)).where('u.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns an employee whose settings the caller may change; null for anyone else. */
export async function teamMateById(context: RowsContext, id: string): Promise<Employee | null> {
  const query = notDeleted(context).select(columns(context.caller)).where('u.id', '=', id);
  return (await query.where(isInTeam(context.caller, 'u')).executeTakeFirst()) ?? null;
}

function lockIfAllowed(
  { tx, caller }: RowsContext,
  id: string,
  isAllowed: RawBuilder<boolean>,
): Promise<User | undefined> {
  return tx
    .selectFrom('users as u')
    .selectAll('u')
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(isAllowed)
    .forUpdate('u')
    .executeTakeFirst();
}

/** Locks an employee whose settings the caller may change. */
export const lockTeamMate = (context: RowsContext, id: string): Promise<User | undefined> =>
  lockIfAllowed(context, id, sql<boolean>`(${hasEmployeeRole('u')} and ${isInTeam(context.caller, 'u')})`);

/** Locks a person whom the caller may block. */
export const lockBlockable = (context: RowsContext, id: string): Promise<User | undefined> =>
  lockIfAllowed(context, id, isBlockableBy(context.caller, 'u'));

/** Columns of an account that managers can set. */
export interface EmployeeFields {
  daily_limit?: number | undefined;
  rating?: number | undefined;
  country?: string | null | undefined;
  time_zone?: string | undefined;
  is_blocked?: boolean | undefined;
  blocked_at?: string | null | undefined;
  work_times?: WorkTimes | undefined;
}

/** Saves the given fields with the rev of the change. */
export async function saveEmployee(
  tx: Tx,
  row: User,
  { work_times, ...fields }: EmployeeFields,
  { rev, updated_at }: { rev: number; updated_at: string },
): Promise<void> {
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const names = [...Object.keys(values), ...(work_times ? ['work_times'] : [])];
  const field_revs = { ...row.field_revs, ...Object.fromEntries(names.map((name) => [name, rev])) };
  await tx
    .updateTable('users')
    .set({
      ...values,
      ...(work_times && { work_times: JSON.stringify(work_times) }),
      rev,
      updated_at,
      field_revs: JSON.stringify(field_revs),
    })
    .where('scope', '=', row.scope)
    .where('id', '=', row.id)
    .execute();
}

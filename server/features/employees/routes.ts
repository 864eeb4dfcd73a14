import { Refused } from '../../../contract/errors.ts';
import type { employeeCalls } from '../../../contract/api-calls/employees.ts';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { addAuditEntry } from '../../audit.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { readActivityPage } from './activity.ts';
import { setBlocked } from './block.ts';
import { employeeById, lockTeamMate, saveEmployee } from './repository.ts';
import { updateWorkTimes } from './work-times.ts';

/**
 * Changes the settings of an employee. Writes nothing if no setting changes. Throws `not_found` for an employee of
 * another team.
 */
async function changeSettings(
  context: CallerContext,
  { user_id, ...settings }: CallBody<'employees.settings'>,
): Promise<Employee> {
  const { tx, scope, caller, received_at: at, request } = context;
  const row = await lockTeamMate(context, user_id);
  if (!row) throw new Refused('not_found');
  const names = (['daily_limit', 'rating', 'country', 'time_zone'] as const).filter(
    (name) => settings[name] !== undefined && settings[name] !== row[name],
  );
  if (names.length > 0) {
    const rev = await context.nextRev();
    const fields = Object.fromEntries(names.map((name) => [name, settings[name]]));
    await saveEmployee(tx, row, fields, { rev, updated_at: at });
    const requestFacts = { ip: request.ip, request_id: request.id, detail: fields };
    await addAuditEntry(tx, {
      scope,
      at,
      action: 'settings',
      actor_id: caller.user_id,
      target_id: user_id,
      ...requestFacts,
    });
    context.poke([caller.user_id, ...selfAndResponsibleOf(row)]);
  }
  const employee = await employeeById(context, user_id);
  if (!employee) throw new Refused('not_found');
  return employee;
}

export const employeeRoutes: Pick<CallHandlers, keyof typeof employeeCalls> = {
  'employees.work_times': (context, { body }) => updateWorkTimes(context, body),
  'employees.settings': (context, { body }) => changeSettings(context, body),
  'employees.block': async (context, { body: { user_id, is_blocked } }) => {
    await setBlocked(context, user_id, is_blocked);
    return { user_id, is_blocked };
  },
  'employees.activity': (context, { query }) => readActivityPage(context, query, context.received_at),
};

import { Refused } from '../../../contract/errors.ts';
import { giveLead } from '../../../contract/states/lead.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { fullName } from '../accounts/rows.ts';
import { addNotification } from '../notifications/add.ts';
import { transferAccess } from './transfer-access.ts';
import { addTimelineEvent } from './timeline-repository.ts';
import { assignLead } from './assign-lead.ts';
import { recordLeadReceived, leadsReceivedToday } from './limit.ts';
import { lockPersonOrThrow, savePerson } from './lock.ts';
import { moveOpenTasks } from './tasks.ts';
import { personOutcome } from './writes.ts';

const employeeRequired = () => new Refused('employee_required', { to_id: 'employee_required' });

/**
 * Checks that an employee may receive a person. The employee must be active. If a manager assigns a person for whom
 * another employee is responsible, the receiving employee must be in the manager's team. Throws `employee_required`.
 */
function checkReceiver({ caller }: HandlerContext, to: User | undefined, isOwnPerson: boolean): User {
  const isActiveEmployee = to && isEmployee(to) && to.is_active && !to.is_blocked;
  if (!to || !isActiveEmployee || to.deleted_at !== null) throw employeeRequired();
  const isOfTeam = to.id === caller.user_id || to.responsible_id === caller.user_id || caller.user.is_superuser;
  if (!isOwnPerson && !isOfTeam) throw employeeRequired();
  return to;
}

async function checkDailyLimit(context: HandlerContext, to: User, force: boolean): Promise<void> {
  const takenCount = await leadsReceivedToday(context, to.id);
  if (takenCount >= to.daily_limit && !force)
    throw new Refused('limit_reached', { limit: to.daily_limit, taken: takenCount });
}

/**
 * Reassigns a person. Any employee may give their own people to any other employee. A manager may also assign people of
 * their team and of the pool, but only to employees of their team, and only within the daily limit unless the manager
 * overrides the limit with a reason. Planned tasks are reassigned as well. Throws `employee_required`, `limit_reached`,
 * `lead_state`, `forbidden` or `not_found`.
 */
export const giveLeadHandler: WriteHandler<'lead.give'> = async (context, { id, args }) => {
  const { caller } = context;
  const { to_id, note, force = false, reason = '' } = args;
  const locked = await lockPersonOrThrow(context, id, { also: [to_id], pool: caller.is_manager });
  const { person, holder, accounts } = locked;
  if (person.responsible_id === to_id) return { row: person, rev: person.rev };
  const isOwnPerson = person.responsible_id === caller.user_id;
  if (!isOwnPerson && !caller.is_manager) throw new Refused('forbidden');
  const to = checkReceiver(context, accounts.get(to_id), isOwnPerson);
  const next = withCurrentRow(person, (row) => giveLead(row, { id: to.id, name: fullName(to) }));
  if (!isOwnPerson) await checkDailyLimit(context, to, force);
  const remarks = { note, ...(force && { forced: reason }) };
  if (person.status === 'waiting') {
    const { rev } = await assignLead(context, locked, to, { kind: 'assign', by_id: caller.user_id, detail: remarks });
    return personOutcome(context, id, rev);
  }
  const rev = await savePerson(context, locked, next);
  if (!isOwnPerson) await recordLeadReceived(context, to, id, 'assign');
  await moveOpenTasks(context, id, person.responsible_id, to.id);
  const names = { from_name: person.responsible_name, to_id: to.id, to_name: next.responsible_name };
  await addTimelineEvent(context, {
    person_id: id,
    kind: 'given',
    by_id: caller.user_id,
    detail: { ...names, ...remarks },
  });
  const about = { target_id: id, title: fullName(person), person_id: id, by_id: caller.user_id };
  await addNotification(context, { ...about, user_id: to.id, kind: 'lead_assigned' });
  if (person.responsible_id !== null)
    await addNotification(context, { ...about, user_id: person.responsible_id, kind: 'lead_withdrawn' });
  await transferAccess(context, id, holder, to);
  return personOutcome(context, id, rev);
};

import { fullName } from '../accounts/rows.ts';
import { returnLead } from '../../../contract/states/lead.ts';
import { addAuditEntry } from '../../audit.ts';
import { callerOf } from '../../caller.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addNotification } from '../notifications/add.ts';
import { cancelReasons } from './labels.ts';
import { findPersonInAnyCare, savePerson } from './lock.ts';
import { cancelOpenTasks } from './tasks.ts';
import { addTimelineEvent } from './timeline-repository.ts';
import { transferAccess } from './transfer-access.ts';

/**
 * How long a returned lead is not assigned automatically to the same employee. The employee may still claim the lead.
 */
const NOT_ASSIGNED_FOR_MS = 30 * 86_400_000;

/**
 * Returns a lead to the pool because its employee has not worked with it. Both accounts must be locked. Open tasks are
 * cancelled; unsent work of the employee becomes a handover. See: [Note: Work on a returned lead]
 */
export async function returnToPool(context: Omit<HandlerContext, 'caller'>, lead: User, employee: User): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const employeeContext: HandlerContext = { ...context, caller: callerOf(employee, at) };
  const person = await findPersonInAnyCare(employeeContext, lead.id);
  if (!person) return;
  await cancelOpenTasks(employeeContext, lead.id, cancelReasons.returned[employee.language]);
  await savePerson(context, { person, field_revs: lead.field_revs }, returnLead(person, at));
  const until = new Date(Date.parse(at) + NOT_ASSIGNED_FOR_MS).toISOString();
  await tx
    .insertInto('lead_exclusions')
    .values({ scope, user_id: employee.id, person_id: lead.id, until, auto_only: true })
    .onConflict((conflict) => conflict.columns(['scope', 'person_id', 'user_id']).doNothing())
    .execute();
  const detail = { reason: 'no_finished_task', from_id: employee.id, from_name: fullName(employee) };
  await addTimelineEvent(context, { person_id: lead.id, kind: 'rejected', by_id: null, detail });
  await addAuditEntry(tx, { scope, at, action: 'lead_returned', target_id: lead.id, detail: { from_id: employee.id } });
  const about = { target_id: lead.id, title: fullName(person), person_id: lead.id, by_id: null };
  await addNotification(context, { ...about, user_id: employee.id, kind: 'lead_returned' });
  await transferAccess(context, lead.id, employee, null);
}

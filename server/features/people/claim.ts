import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { LEAD_REQUEST_VALID_MS, type TaskType } from '../../../contract/values.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { User } from '../../db/tables.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { callerOf } from '../../caller.ts';
import { personNameById } from '../contacts/person.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { ownTasks, taskById } from '../tasks/repository.ts';
import { addFirstTask, assignLead } from './assign-lead.ts';
import { leadsReceivedToday } from './limit.ts';
import { findPersonInAnyCare, lockUsers, assertStaff } from './lock.ts';
import { personById } from './repository.ts';
import { isInPool, isInCareOfCaller } from './visible.ts';

interface ClaimQuery {
  person_id: string;
  task_id: string;
  start_in: number;
  type: TaskType;
  /** Time of the request, by the server's clock. */
  asked_at: string;
  confirmed: boolean;
}

/**
 * Throws `taken` with the name of the current employee and the time of the assignment, which every employee who saw the
 * lead in the pool may know.
 */
async function rejectTaken(context: HandlerContext, { id, responsible_id }: Person): Promise<never> {
  const { tx, scope } = context;
  const row = await tx
    .selectFrom('lead_claims')
    .select('at')
    .where('scope', '=', scope)
    .where('person_id', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  throw new Refused('taken', { by: await personNameById(context, responsible_id), at: row?.at ?? null });
}

async function checkExcluded({ tx, scope, caller, received_at }: HandlerContext, person_id: string): Promise<void> {
  const row = await tx
    .selectFrom('lead_exclusions')
    .select('until')
    .where('scope', '=', scope)
    .where('person_id', '=', person_id)
    .where('user_id', '=', caller.user_id)
    .where('until', '>', received_at)
    .where('auto_only', '=', false)
    .executeTakeFirst();
  if (row) throw new Refused('excluded', { until: row.until });
}

async function checkLimit(context: HandlerContext, { daily_limit, id }: User): Promise<void> {
  const taken = await leadsReceivedToday(context, id);
  if (taken >= daily_limit) throw new Refused('limit_reached', { limit: daily_limit, taken });
}

/**
 * Returns the task that an earlier request created: the task with the requested id, or an unfinished task of the same
 * type with this person.
 */
async function taskOfEarlierRequest(
  context: HandlerContext,
  { task_id, person_id, type }: ClaimQuery,
): Promise<Task | null> {
  const query = ownTasks(context)
    .where('t.linked_user_id', '=', person_id)
    .where('t.type', '=', type)
    .where('t.state', 'in', ['planned', 'in_progress', 'paused'])
    .where('t.deleted_at', 'is', null);
  const first = await query.orderBy('t.created_at').orderBy('t.id').limit(1).executeTakeFirst();
  return (await taskById(context, task_id)) ?? (first as Task | undefined) ?? null;
}

/**
 * Adds the task that was requested together with a lead. If the requested id is already used, the task gets a new id.
 */
async function addTask(context: HandlerContext, person: Person, wanted: ClaimQuery): Promise<Task | null> {
  const start_at = new Date(Date.parse(wanted.asked_at) + wanted.start_in * 60_000).toISOString();
  const taskFields = { type: wanted.type, start_at, priority: 'normal', source: 'manual' } as const;
  return (
    (await addFirstTask(context, person, { id: wanted.task_id, ...taskFields })) ??
    addFirstTask(context, person, { id: uuidv7(), ...taskFields })
  );
}

export interface Claim {
  person: Person;
  task: Task | null;
  /** Whether the task was created by this request, not by an earlier one. */
  isNewTask: boolean;
  rev: number;
}

/**
 * Returns the task with a lead that is already assigned to the caller: an existing task, or a new task as requested.
 */
async function taskWithOwnLead(context: HandlerContext, person: Person, wanted: ClaimQuery): Promise<Claim> {
  const existingTask = await taskOfEarlierRequest(context, wanted);
  if (existingTask) return { person, task: existingTask, isNewTask: false, rev: person.rev };
  await countDailyWrite(context, 'tasks');
  const task = await addTask(context, person, wanted);
  context.poke([context.caller.user_id]);
  return { person, task, isNewTask: true, rev: task?.rev ?? person.rev };
}

/** Statuses of people who can no longer be claimed as leads. */
const pastLeadStatuses = ['active', 'not_active'] as const;
const isPastLead = ({ status }: Person): boolean => pastLeadStatuses.some((past) => past === status);

/**
 * Whether a person is in the pool, was in the pool before (where every employee could see them), or is in the caller's
 * care. One query decides this before any row is locked, so that the response for a person who was never in the pool
 * takes as long as the response for a missing person.
 */
async function wasClaimable({ tx, scope, caller }: HandlerContext, person_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', scope)
    .where('u.id', '=', person_id)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`not ${hasEmployeeRole('u')}`)
    .where(
      sql<boolean>`(u.claimed_rev is not null or ${isInPool('u')}
        or (u.responsible_id = ${caller.user_id} and u.status = 'processing')
        or (u.status in (${sql.join(pastLeadStatuses)}) and ${isInCareOfCaller(caller, 'u')}))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a lead from the pool and adds the first task in one transaction. If there are several requests, the first one
 * gets the lead. If the caller already has the lead, adds the task if there is none yet. Throws `taken`, `request_old`,
 * `excluded`, `limit_reached` or `not_found`, and `lead_state` for a person in the caller's care who is no longer a
 * lead.
 */
export async function claimLead(context: HandlerContext, wanted: ClaimQuery): Promise<Claim> {
  assertStaff(context);
  const { caller, received_at } = context;
  if (!(await wasClaimable(context, wanted.person_id))) throw new Refused('not_found');
  const users = await lockUsers(context, [wanted.person_id, caller.user_id]);
  const [row, self] = [users.get(wanted.person_id), users.get(caller.user_id)];
  const person = row && !isEmployee(row) ? await findPersonInAnyCare(context, row.id) : null;
  if (!person || !row || !self) throw new Refused('not_found');
  if (person.responsible_id === caller.user_id && person.status === 'processing')
    return taskWithOwnLead(context, person, wanted);
  if (isPastLead(person) && (await personById(context, person.id)))
    throw new Refused('lead_state', { state: person.status });
  if (person.status !== 'waiting' || person.responsible_id !== null) {
    if (row.claimed_rev === null) throw new Refused('not_found');
    await rejectTaken(context, person);
  }
  const age = Date.parse(received_at) - Date.parse(wanted.asked_at);
  if (age > LEAD_REQUEST_VALID_MS && !wanted.confirmed) throw new Refused('request_old', { asked_at: wanted.asked_at });
  await checkExcluded(context, person.id);
  await checkLimit(context, self);
  const assignedPerson = await assignLead(context, { person, field_revs: row.field_revs }, self, {
    kind: 'take',
    by_id: caller.user_id,
  });
  const task = await addTask(context, assignedPerson, wanted);
  return { person: assignedPerson, task, isNewTask: true, rev: assignedPerson.rev };
}

/**
 * Takes a lead. The result makes the device remove the lead from its copy of the pool. The person and the task arrive
 * with the next pull.
 */
export const takeLeadHandler: WriteHandler<'lead.take'> = async (context, { id, args, corrected_at }) => {
  const { task_id, start_in, type, confirmed = false } = args;
  const claimRequest = { person_id: id, task_id, start_in, type, asked_at: corrected_at, confirmed };
  const { rev } = await claimLead(context, claimRequest);
  return { row: null, rev };
};

/**
 * Assigns a waiting lead automatically, with a first task of high priority. Returns false if the lead is no longer
 * waiting or the employee has reached their daily limit. The caller must have checked before that the employee suits
 * the lead.
 */
export async function assignFromPool(
  context: Omit<HandlerContext, 'caller'>,
  { person_id, consultant_id, start_at }: { person_id: string; consultant_id: string; start_at: string },
): Promise<boolean> {
  const users = await lockUsers(context, [person_id, consultant_id]);
  const [row, holder] = [users.get(person_id), users.get(consultant_id)];
  if (!row || !holder || holder.is_blocked || !holder.is_active || holder.deleted_at !== null) return false;
  const employeeContext: HandlerContext = { ...context, caller: callerOf(holder, context.received_at) };
  const person = await findPersonInAnyCare(employeeContext, person_id);
  if (!person || person.status !== 'waiting' || person.responsible_id !== null) return false;
  if ((await leadsReceivedToday(context, holder.id)) >= holder.daily_limit) return false;
  const assigned = await assignLead(context, { person, field_revs: row.field_revs }, holder, {
    kind: 'auto',
    by_id: null,
  });
  const taskFields = { type: 'call', start_at, priority: 'high', source: 'lead_auto' } as const;
  await addFirstTask(employeeContext, assigned, { id: uuidv7(), ...taskFields });
  return true;
}

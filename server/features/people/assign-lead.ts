import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { defaultMinutes, newTask } from '../../../contract/states/task.ts';
import type { TaskType } from '../../../contract/values.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { fullName } from '../accounts/rows.ts';
import { addNotification } from '../notifications/add.ts';
import { logCommand } from '../tasks/log-repository.ts';
import { insertTask } from '../tasks/repository.ts';
import { transferAccess } from './transfer-access.ts';
import { addTimelineEvent } from './timeline-repository.ts';
import { taskVerbs } from './labels.ts';
import { recordLeadReceived } from './limit.ts';
import { savePerson, type LockedPerson } from './lock.ts';

const MIN_MS = 60_000;

export interface FirstTask {
  id: string;
  type: TaskType;
  start_at: string;
  priority: Task['priority'];
  source: Task['source'];
}

const initial = (name: string): string => (name === '' ? '' : ` ${[...name][0]}.`);

/** Creates the first task with a lead, assigned to the caller. Returns null if the id of the task is already used. */
export async function addFirstTask(context: HandlerContext, person: Person, task: FirstTask): Promise<Task | null> {
  const { caller, received_at } = context;
  const start = Math.round(Date.parse(task.start_at) / MIN_MS) * MIN_MS;
  const verb = taskVerbs[task.type][caller.user.language];
  const { id, type, priority, source } = task;
  const row = newTask(
    {
      type,
      priority,
      source,
      title: `${verb} ${person.first_name}${initial(person.last_name)}`,
      place: '',
      description: '',
      linked_user_id: person.id,
      linked_name: fullName(person),
      start_at: new Date(start).toISOString(),
      end_at: new Date(start + defaultMinutes[type] * MIN_MS).toISOString(),
      direction: type === 'call' ? 'out' : null,
      reminders: [],
      follow_up_of: null,
      at: received_at,
    },
    { id, rev: await context.nextRev(), user_id: caller.user_id },
  );
  if (!(await insertTask(context, row, {}))) return null;
  const at = { claimed_at: received_at, corrected_at: received_at, received_at };
  await logCommand(context, [{ task_id: row.id, command: 'create', ...at, detail: { lead: true } }]);
  return row;
}

interface AssignmentDetails {
  kind: 'take' | 'auto' | 'assign';
  /** Id of the user who assigns the lead; null for the system. */
  by_id: string | null;
  detail?: Record<string, unknown>;
}

/** Assigns a lead from the pool to an employee. Both rows must be locked. Returns the updated lead. */
export async function assignLead(
  context: Omit<HandlerContext, 'caller'>,
  locked: Pick<LockedPerson, 'person' | 'field_revs'>,
  holder: User,
  { kind, by_id, detail = {} }: AssignmentDetails,
): Promise<Person> {
  const { person } = locked;
  const assignment = { responsible_id: holder.id, responsible_name: fullName(holder), waiting_since: null };
  const next: Person = { ...person, ...assignment, status: 'processing' };
  const rev = await savePerson(context, locked, next);
  await recordLeadReceived(context, holder, person.id, kind);
  const names = { to_id: holder.id, to_name: fullName(holder) };
  await addTimelineEvent(context, {
    person_id: person.id,
    kind: 'taken',
    by_id,
    detail: { ...names, how: kind, ...detail },
  });
  await addNotification(context, {
    ...{ user_id: holder.id, kind: 'lead_assigned', target_id: person.id, title: fullName(person) },
    ...{ person_id: person.id, by_id },
  });
  await transferAccess(context, person.id, null, holder);
  return { ...next, rev, updated_at: context.received_at };
}

import { uuidv7 } from 'uuidv7';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallerContext, CallHandlers, WriteOutcome } from '../../handlers.ts';
import { pageEnvelope, pageSpan, wholeOrPage } from '../../http/paging.ts';
import { checkVersion } from '../../http/with-current-row.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { linkedName } from './edit.ts';
import { taskVerbs } from '../people/labels.ts';
import { listLinkable, listTasks } from './list-repository.ts';
import { lockTaskOrThrow } from './step.ts';
import { localDay, sumTimeSpent } from './time-repository.ts';
import {
  cancelTaskHandler,
  confirmSliceHandler,
  createTaskHandler,
  editTaskHandler,
  finishTaskHandler,
  pauseTaskHandler,
  reassignTaskHandler,
  reopenTaskHandler,
  rescheduleTaskHandler,
  startTaskHandler,
} from './writes.ts';

type TaskCalls = Pick<CallHandlers, 'tasks.list' | 'tasks.create' | 'tasks.update' | 'tasks.users_to_link'>;

/** Returns the body without the named fields. */
function omit<T extends object, K extends keyof T>(body: T, names: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = { ...body };
  for (const name of names) delete rest[name];
  return rest as Omit<T, K>;
}

/** Runs the requested action with the handler of the corresponding queued write. */
function runStep(context: CallerContext, body: CallBody<'tasks.update'>): Promise<WriteOutcome> {
  const { id } = body;
  const at = 'at' in body && body.at !== undefined ? body.at : context.received_at;
  const clock_offset_ms = 'clock_offset_ms' in body ? body.clock_offset_ms : undefined;
  switch (body.action) {
    case 'edit': {
      return editTaskHandler(context, toWriteInput<'task.edit'>(context, id, omit(body, ['id', 'action'])));
    }
    case 'start':
      return startTaskHandler(
        context,
        toWriteInput<'task.start'>(context, id, { at, slice_id: body.slice_id ?? uuidv7(), clock_offset_ms }),
      );
    case 'pause':
      return pauseTaskHandler(context, toWriteInput<'task.pause'>(context, id, { at, clock_offset_ms }));
    case 'finish': {
      const workedInterval = body.worked && { ...body.worked, slice_id: body.worked.slice_id ?? uuidv7() };
      const args = { ...omit(body, ['id', 'action', 'worked']), at, ...(workedInterval && { worked: workedInterval }) };
      return finishTaskHandler(context, toWriteInput<'task.finish'>(context, id, args));
    }
    case 'reschedule':
      return rescheduleTaskHandler(
        context,
        toWriteInput<'task.reschedule'>(context, id, { at, start_at: body.start_at, end_at: body.end_at }),
      );
    case 'cancel':
      return cancelTaskHandler(
        context,
        toWriteInput<'task.cancel'>(context, id, { at, reason: body.reason, clock_offset_ms }),
      );
    case 'reopen':
      return reopenTaskHandler(context, toWriteInput<'task.reopen'>(context, id, { at }));
    case 'reassign': {
      const { assignee_id } = body;
      return reassignTaskHandler(context, toWriteInput<'task.reassign'>(context, id, { at, assignee_id }));
    }
    case 'confirm_slice': {
      const { slice_id, from, to } = body;
      return confirmSliceHandler(context, toWriteInput<'task.confirm_slice'>(context, id, { at, slice_id, from, to }));
    }
  }
}

/**
 * Returns a title such as "Call Anna P." in the caller's language. Throws `not_found`, and `invalid` for a task without
 * a linked person, which must have a title of its own.
 */
async function defaultTitle(context: CallerContext, body: CallBody<'tasks.create'>): Promise<string> {
  const name = await linkedName(context, { linked_user_id: body.linked_user_id, contact_id: body.contact_id ?? null });
  if (name === null) throw new Refused('invalid', { title: 'required' });
  const [first = '', ...rest] = name.split(' ');
  const initial = [...(rest.at(-1) ?? '')][0];
  const short = initial ? `${first} ${initial}.` : first;
  return `${taskVerbs[body.type][context.caller.user.language]} ${short}`;
}

function createArgs({ id: _, end_at, linked_name: _name, at, ...body }: CallBody<'tasks.create'>, received_at: string) {
  const end = end_at ?? new Date(Date.parse(body.start_at) + defaultMinutes[body.type] * 60_000).toISOString();
  return { ...body, end_at: end, linked_name: null, at: at ?? received_at };
}

export const taskRoutes: TaskCalls = {
  'tasks.list': async (context, { query, body }) => {
    const filter = { group: body.group, search: query.search, now: context.received_at };
    const day = await localDay(context, filter.now);
    const time_spent = await sumTimeSpent(context, { ...day, now: filter.now });
    return { ...pageEnvelope(query, await listTasks(context, filter, pageSpan(query))), time_spent };
  },
  'tasks.create': async (context, { body }) => {
    const title = body.title ?? (await defaultTitle(context, body));
    const args = { ...createArgs(body, context.received_at), title };
    const { row } = await createTaskHandler(context, toWriteInput<'task.create'>(context, body.id ?? uuidv7(), args));
    return withEtag<Task>(context, row);
  },
  'tasks.update': async (context, { body }) => {
    await checkVersion(context.request, async () => (await lockTaskOrThrow(context, body.id)).task);
    return withEtag<Task>(context, (await runStep(context, body)).row);
  },
  'tasks.users_to_link': (context, { query }) =>
    wholeOrPage(query, (span) => listLinkable(context, query.search, span)),
};

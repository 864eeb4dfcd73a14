import type { WriteName } from '../../contract/writes/index.ts';
import { addCommentHandler, deleteCommentHandler, editCommentHandler } from '../features/comments/writes.ts';
import { lessonDoneHandler, lessonTimeHandler } from '../features/lessons/writes.ts';
import { updateSettingsHandler } from '../features/settings/writes.ts';
import {
  cancelTaskHandler,
  createTaskHandler,
  editTaskHandler,
  finishTaskHandler,
  pauseTaskHandler,
  reopenTaskHandler,
  rescheduleTaskHandler,
  startTaskHandler,
} from '../features/tasks/writes.ts';
import type { HandlerContext, WriteHandler, WriteHandlers, WriteInput, WriteOutcome } from '../handlers.ts';

/** One handler a write of the contract. */
const writeHandlers: WriteHandlers = {
  'comment.add': addCommentHandler,
  'comment.edit': editCommentHandler,
  'comment.delete': deleteCommentHandler,
  'lesson.time': lessonTimeHandler,
  'lesson.done': lessonDoneHandler,
  'task.create': createTaskHandler,
  'task.edit': editTaskHandler,
  'task.start': startTaskHandler,
  'task.pause': pauseTaskHandler,
  'task.finish': finishTaskHandler,
  'task.reschedule': rescheduleTaskHandler,
  'task.cancel': cancelTaskHandler,
  'task.reopen': reopenTaskHandler,
  'settings.update': updateSettingsHandler,
};

/** A write whose args were parsed by the schema of its own name; only parsedOp makes one. */
export type ParsedWrite = Omit<WriteInput<WriteName>, 'args'> & { args: unknown };

/** Runs the handler of that name. */
export function runWrite(kind: WriteName, context: HandlerContext, write: ParsedWrite): Promise<WriteOutcome> {
  const handler = writeHandlers[kind] as WriteHandler<WriteName>;
  return handler(context, write as WriteInput<WriteName>);
}

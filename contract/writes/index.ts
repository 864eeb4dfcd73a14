import type { z } from '../zod.ts';
import type { EntityName } from '../entities/stores.ts';
import { addComment, deleteComment, editComment } from './comment.ts';
import type { StepContext } from './define.ts';
import { lessonDone, lessonTime } from './lesson.ts';
import { updateSettings } from './settings.ts';
import {
  cancelTaskWrite,
  createTask,
  editTask,
  finishTaskWrite,
  pauseTaskWrite,
  reopenTaskWrite,
  rescheduleTaskWrite,
  startTaskWrite,
} from './task.ts';

/** THE LIST: the name on the wire -> write. A name never changes: phones keep unsent writes for months. */
export const writes = {
  'comment.add': addComment,
  'comment.edit': editComment,
  'comment.delete': deleteComment,
  'lesson.time': lessonTime,
  'lesson.done': lessonDone,
  'task.create': createTask,
  'task.edit': editTask,
  'task.start': startTaskWrite,
  'task.pause': pauseTaskWrite,
  'task.finish': finishTaskWrite,
  'task.reschedule': rescheduleTaskWrite,
  'task.cancel': cancelTaskWrite,
  'task.reopen': reopenTaskWrite,
  'settings.update': updateSettings,
};

export type WriteName = keyof typeof writes;
export type Args<K extends WriteName> = z.infer<(typeof writes)[K]['args']>;
export const writeNames = Object.keys(writes) as [WriteName, ...WriteName[]];

/** One write with its types erased: args are parsed inside, so that no caller needs a cast. */
export interface AnyWrite {
  name: WriteName;
  entity: EntityName;
  mode: 'create' | 'patch' | 'command';
  v: number;
  background: boolean;
  /** Throws a ZodError. */
  parse(args: unknown): unknown;
  /** The row after this write; null takes it away. Throws Refused where the step is illegal. */
  optimistic(row: unknown, args: unknown, context: StepContext): unknown;
}

interface Erased {
  entity: EntityName;
  mode: AnyWrite['mode'];
  v: number;
  background?: true;
  args: z.ZodMiniType;
  optimistic(row: unknown, args: unknown, context: StepContext): unknown;
}

/** The write of that name, or undefined for a name this version does not know. */
export function writeNamed(name: string): AnyWrite | undefined {
  if (!Object.hasOwn(writes, name)) return undefined;
  const known = name as WriteName;
  const write = writes[known] as unknown as Erased;
  return {
    name: known,
    entity: write.entity,
    mode: write.mode,
    v: write.v,
    background: write.background ?? false,
    parse: (args) => write.args.parse(args),
    optimistic: (row, args, context) => write.optimistic(row, write.args.parse(args), context),
  };
}

import { jsonEqual } from '../../../../contract/json-equal.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import type { BlockEdit } from './block-edits.ts';

/** Edits that are undone together. `at` is the device time in ms. */
export interface Step {
  edits: readonly BlockEdit[];
  at: number;
}

/**
 * The steps of one page, oldest first. The first `done` steps are in effect; the others were undone and can be redone.
 */
export interface History {
  steps: readonly Step[];
  done: number;
}

export const MAX_STEPS = 100;
/** Typing in the same field with pauses of at most this length is one undo step. */
export const SAME_STEP_MS = 3_000;

export const emptyHistory: History = { steps: [], done: 0 };

/** Merges two steps that edit the same props of the same block; null for any other two steps. */
function mergeSteps(first: Step | undefined, next: Step): Step | null {
  const [firstEdit, nextEdit] = [first?.edits[0], next.edits[0]];
  if (!first || firstEdit?.kind !== 'props' || nextEdit?.kind !== 'props') return null;
  const isSame = firstEdit.id === nextEdit.id && jsonEqual(Object.keys(firstEdit.after), Object.keys(nextEdit.after));
  if (first.edits.length > 1 || next.edits.length > 1 || !isSame || next.at - first.at > SAME_STEP_MS) return null;
  return { edits: [{ ...nextEdit, before: firstEdit.before }], at: next.at };
}

/** Adds a step. Removes steps that were undone, and the oldest ones beyond the limit. */
export function withStep({ steps, done }: History, next: Step): History {
  const kept = steps.slice(0, done);
  const mergedStep = done === steps.length ? mergeSteps(kept.at(-1), next) : null;
  const all = mergedStep ? [...kept.slice(0, -1), mergedStep] : [...kept, next];
  const last = all.slice(-MAX_STEPS);
  return { steps: last, done: last.length };
}

/** Removes a step that can no longer be undone or redone. */
export function withoutStep({ steps, done }: History, index: number): History {
  return { steps: steps.filter((_, at) => at !== index), done: index < done ? done - 1 : done };
}

const keyOf = (flow_id: string): string => `flow_history:${flow_id}`;

/** Returns the stored undo history of a page, which survives a reload. */
export async function savedHistory(db: PhoneDb, flow_id: string): Promise<History> {
  return ((await db.meta.get(keyOf(flow_id)))?.value as History | undefined) ?? emptyHistory;
}

export async function saveHistory(db: PhoneDb, flow_id: string, history: History): Promise<void> {
  await db.meta.put({ key: keyOf(flow_id), value: history });
}

export async function deleteHistory(db: PhoneDb, flow_id: string): Promise<void> {
  await db.meta.delete(keyOf(flow_id));
}

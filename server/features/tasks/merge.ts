import { tasks, type Task } from '../../../contract/entities/task.ts';
import type { TaskEditArgs } from '../../../contract/entities/task-args.ts';

export type EditedField = Exclude<keyof TaskEditArgs, undefined>;

export interface Edit {
  patch: TaskEditArgs;
  /** The old values as the phone saw them; null from a client that sends none: then the last one to write wins. */
  base: Record<string, unknown> | null;
  base_rev: number;
}

export interface Merged {
  /** Fields to write. */
  changed: Partial<Record<EditedField, unknown>>;
  /** Fields that two people changed differently, and only a person can decide. */
  clashes: { field: EditedField; base: unknown; mine: unknown; theirs: unknown }[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/** Three reminders at most, as everywhere. */
const MOST_REMINDERS = 3;

/** What either side added stays, what either side took away goes. */
export function mergedSet(base: unknown, mine: unknown, theirs: unknown): number[] {
  const [old, wanted, current] = [numbers(base), numbers(mine), numbers(theirs)];
  const kept = current.filter((item) => wanted.includes(item) || !old.includes(item));
  const added = wanted.filter((item) => !old.includes(item) && !current.includes(item));
  return [...kept, ...added].slice(0, MOST_REMINDERS);
}

/**
 * Puts an edit on the row as it stands. A field untouched since the phone read it is written; one that holds the wanted
 * value already is left; the others go by the field's policy in the contract.
 */
export function mergeEdit(row: Task, field_revs: Record<string, number>, { patch, base, base_rev }: Edit): Merged {
  const merged: Merged = { changed: {}, clashes: [] };
  for (const [name, mine] of Object.entries(patch)) {
    const field = name as EditedField;
    const theirs: unknown = row[field];
    if (mine === undefined || same(theirs, mine)) continue;
    const old = base?.[field];
    const isUntouched = base === null || (field_revs[field] ?? 0) <= base_rev || same(old, theirs);
    const policy = tasks.policies[field] ?? 'ask';
    if (isUntouched || policy === 'lww') merged.changed[field] = mine;
    else if (policy === 'merge') merged.changed[field] = mergedSet(old, mine, theirs);
    else merged.clashes.push({ field, base: old ?? null, mine, theirs });
  }
  return merged;
}

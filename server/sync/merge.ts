import type { FieldPolicy } from '../../contract/entities/define.ts';
import type { FieldConflict } from '../../contract/sync.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { RowsContext } from '../handlers.ts';
import { RefusedWithRow } from '../http/with-current-row.ts';
import { authorOf } from './authors.ts';

/** An edit of a row: the new values, and the version of the row on which they are based. */
export interface Edit {
  patch: object;
  /** The old values as the device saw them. Null if the client sends none; then the last write wins. */
  base: Record<string, unknown> | null;
  base_rev: number;
}

/** How concurrent changes to the fields of an entity are merged. The default policy is `ask`. */
export interface MergeRules {
  policies: Record<string, FieldPolicy>;
  /** Maximum length of a merged list; unlimited if absent. */
  maxItems?: number;
}

/** A field to which two conflicting values were written. */
export interface FieldClash {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Result of merging an edit into a row. */
export interface MergedEdit {
  /** The fields to write, with their values. */
  changed: Record<string, unknown>;
  /** Fields with conflicting values, between which the user must decide. */
  clashes: FieldClash[];
}

const canonicalText = (value: unknown): string => canonicalJson(value ?? null);

/** Whether two values are structurally equal. Key order is ignored, because jsonb changes it. */
export const isSameValue = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

/** Merges lists as sets by a three-way merge: additions and removals of both sides are kept. */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown, maxItems = Infinity): unknown[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const texts = (value: unknown) => new Set(list(value).map(canonicalText));
  const [old, wanted, current] = [texts(base), texts(mine), texts(theirs)];
  const keptItems = list(theirs).filter((item) => wanted.has(canonicalText(item)) || !old.has(canonicalText(item)));
  const added = list(mine).filter((item) => !old.has(canonicalText(item)) && !current.has(canonicalText(item)));
  return [...keptItems, ...added].slice(0, maxItems);
}

/**
 * Merges an edit into the current row. A field that has not changed since the device read it is written; a field that
 * already has the new value is skipped; any other field is merged by its policy in the contract.
 */
export function mergeEdit(
  row: object,
  field_revs: Record<string, number>,
  { patch, base, base_rev }: Edit,
  { policies, maxItems }: MergeRules,
): MergedEdit {
  const merged: MergedEdit = { changed: {}, clashes: [] };
  for (const [field, mine] of Object.entries(patch) as [string, unknown][]) {
    const currentValue: unknown = Reflect.get(row, field);
    if (mine === undefined || isSameValue(currentValue, mine)) continue;
    const old = base?.[field];
    const isUntouched = base === null || (field_revs[field] ?? 0) <= base_rev || isSameValue(old, currentValue);
    const policy = policies[field] ?? 'ask';
    if (isUntouched || policy === 'lww') merged.changed[field] = mine;
    else if (policy === 'merge') merged.changed[field] = mergeLists(old, mine, currentValue, maxItems);
    else merged.clashes.push({ field, base: old ?? null, mine, theirs: currentValue });
  }
  return merged;
}

/**
 * Returns the conflicting fields with the author of the other value. The device of the author is named only if it is
 * another device of the caller.
 */
export async function conflictsOf(
  context: RowsContext,
  field_revs: Record<string, number>,
  clashes: readonly FieldClash[],
): Promise<Record<string, FieldConflict>> {
  const conflicts: Record<string, FieldConflict> = {};
  for (const { field, ...values } of clashes) {
    const by = await authorOf(context, field_revs[field] ?? 0);
    const device = by?.user_id === context.caller.user_id ? by.device : null;
    conflicts[field] = {
      ...values,
      theirs_by: by?.name ?? null,
      theirs_at: by?.at ?? null,
      ...(device !== null && { theirs_device: device }),
    };
  }
  return conflicts;
}

/** Returns the fields that an edit must write. Throws `conflict` with the current row if the user must decide. */
export async function mergeOrConflict(
  context: RowsContext,
  row: { rev: number },
  field_revs: Record<string, number>,
  edit: Edit,
  policies: MergeRules,
): Promise<Record<string, unknown>> {
  const { changed, clashes } = mergeEdit(row, field_revs, edit, policies);
  if (clashes.length === 0) return changed;
  throw new RefusedWithRow('conflict', row, row.rev, await conflictsOf(context, field_revs, clashes));
}

/** Returns the `field_revs` of the row after `changed` has been written with `rev`. */
export function nextFieldRevs(
  field_revs: Record<string, number>,
  changed: object,
  rev: number,
): Record<string, number> {
  return { ...field_revs, ...Object.fromEntries(Object.keys(changed).map((field) => [field, rev])) };
}

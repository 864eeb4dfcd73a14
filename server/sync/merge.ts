import type { FieldPolicy } from '../../contract/entities/define.ts';
import type { FieldConflict } from '../../contract/sync.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { RowsContext } from '../handlers.ts';
import { RefusedWithRow } from '../http/with-current-row.ts';
import { authorOf } from './authors.ts';

/** An edit of a row: new values, and the version that it is based on. */
export interface Edit {
  patch: object;
  /** The old values as the device saw them; null from a client that sends none: the last write wins. */
  base: Record<string, unknown> | null;
  base_rev: number;
}

/** How concurrent changes of an entity's fields are merged; the default policy is `ask`. */
export interface MergeRules {
  policies: Record<string, FieldPolicy>;
  /** Maximum length of a merged list; unlimited if absent. */
  maxItems?: number;
}

/** A field with two concurrent values. */
export interface Clash {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Result of merging an edit into a row. */
export interface Merged {
  /** Fields to write. */
  changed: Record<string, unknown>;
  /** Fields with conflicting values, for the user to decide. */
  clashes: Clash[];
}

const canonicalText = (value: unknown): string => canonicalJson(value ?? null);

/** Structural equality that ignores the order of keys, which jsonb changes. */
export const isSameValue = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

/** Three-way merge of lists as sets: keeps additions and removals of both sides. */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown, most = Infinity): unknown[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const texts = (value: unknown) => new Set(list(value).map(canonicalText));
  const [old, wanted, current] = [texts(base), texts(mine), texts(theirs)];
  const kept = list(theirs).filter((item) => wanted.has(canonicalText(item)) || !old.has(canonicalText(item)));
  const added = list(mine).filter((item) => !old.has(canonicalText(item)) && !current.has(canonicalText(item)));
  return [...kept, ...added].slice(0, most);
}

/**
 * Merges an edit into the current row. Writes fields that have not changed since the device read them, skips those that
 * already have the new value, and merges the others by the field's policy in the contract.
 */
export function mergeEdit(
  row: object,
  field_revs: Record<string, number>,
  { patch, base, base_rev }: Edit,
  { policies, maxItems: most }: MergeRules,
): Merged {
  const merged: Merged = { changed: {}, clashes: [] };
  for (const [field, mine] of Object.entries(patch) as [string, unknown][]) {
    const theirs: unknown = Reflect.get(row, field);
    if (mine === undefined || isSameValue(theirs, mine)) continue;
    const old = base?.[field];
    const isUntouched = base === null || (field_revs[field] ?? 0) <= base_rev || isSameValue(old, theirs);
    const policy = policies[field] ?? 'ask';
    if (isUntouched || policy === 'lww') merged.changed[field] = mine;
    else if (policy === 'merge') merged.changed[field] = mergeLists(old, mine, theirs, most);
    else merged.clashes.push({ field, base: old ?? null, mine, theirs });
  }
  return merged;
}

/** Conflicting fields with their last author; names the device only if that is the caller's own other device. */
export async function conflictsOf(
  context: RowsContext,
  field_revs: Record<string, number>,
  clashes: readonly Clash[],
): Promise<Record<string, FieldConflict>> {
  const found: Record<string, FieldConflict> = {};
  for (const { field, ...values } of clashes) {
    const by = await authorOf(context, field_revs[field] ?? 0);
    const device = by?.user_id === context.caller.user_id ? by.device : null;
    found[field] = {
      ...values,
      theirs_by: by?.name ?? null,
      theirs_at: by?.at ?? null,
      ...(device !== null && { theirs_device: device }),
    };
  }
  return found;
}

/** Returns the fields that an edit writes. Throws `conflict` with the current row if the user must decide. */
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

/** Returns the row's `field_revs` after writing `changed` with `rev`. */
export function nextFieldRevs(
  field_revs: Record<string, number>,
  changed: object,
  rev: number,
): Record<string, number> {
  return { ...field_revs, ...Object.fromEntries(Object.keys(changed).map((field) => [field, rev])) };
}

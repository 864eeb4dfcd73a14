import type { FieldPolicy } from '../../contract/entities/define.ts';
import type { FieldConflict } from '../../contract/sync.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { RowsContext } from '../handlers.ts';
import { RefusedWithRow } from '../http/with-current-row.ts';
import { authorOf } from './authors.ts';

export interface Edit {
  patch: object;
  /** The old values as the phone saw them; null from a client that sends none: then the last one to write wins. */
  base: Record<string, unknown> | null;
  base_rev: number;
}

/** How fields of an entity meet; one without a policy asks. */
export interface Policies {
  policies: Record<string, FieldPolicy>;
  /** A merged list holds so many at most; all when absent. */
  maxItems?: number;
}

export interface Clash {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merged {
  /** Fields to write. */
  changed: Record<string, unknown>;
  /** Fields that two people changed differently, and only a person can decide. */
  clashes: Clash[];
}

const canonicalText = (value: unknown): string => canonicalJson(value ?? null);

/** The same value, whatever the order of its keys: what comes out of jsonb has another one. */
export const same = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

/** What either side added stays, what either side took away goes. */
export function mergedSet(base: unknown, mine: unknown, theirs: unknown, most = Infinity): unknown[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const texts = (value: unknown) => new Set(list(value).map(canonicalText));
  const [old, wanted, current] = [texts(base), texts(mine), texts(theirs)];
  const kept = list(theirs).filter((item) => wanted.has(canonicalText(item)) || !old.has(canonicalText(item)));
  const added = list(mine).filter((item) => !old.has(canonicalText(item)) && !current.has(canonicalText(item)));
  return [...kept, ...added].slice(0, most);
}

/**
 * Puts an edit on the row as it stands. A field untouched since the phone read it is written; one that holds the wanted
 * value already is left; the others go by the field's policy in the contract.
 */
export function mergeEdit(
  row: object,
  field_revs: Record<string, number>,
  { patch, base, base_rev }: Edit,
  { policies, maxItems: most }: Policies,
): Merged {
  const merged: Merged = { changed: {}, clashes: [] };
  for (const [field, mine] of Object.entries(patch) as [string, unknown][]) {
    const theirs: unknown = Reflect.get(row, field);
    if (mine === undefined || same(theirs, mine)) continue;
    const old = base?.[field];
    const isUntouched = base === null || (field_revs[field] ?? 0) <= base_rev || same(old, theirs);
    const policy = policies[field] ?? 'ask';
    if (isUntouched || policy === 'lww') merged.changed[field] = mine;
    else if (policy === 'merge') merged.changed[field] = mergedSet(old, mine, theirs, most);
    else merged.clashes.push({ field, base: old ?? null, mine, theirs });
  }
  return merged;
}

/** Clashing fields with who changed them last; his own other phone is named to the caller alone. */
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

/** The fields an edit writes. Throws `conflict`, with the row as it stands, where a person must decide. */
export async function mergedOrRefused(
  context: RowsContext,
  row: { rev: number },
  field_revs: Record<string, number>,
  edit: Edit,
  policies: Policies,
): Promise<Record<string, unknown>> {
  const { changed, clashes } = mergeEdit(row, field_revs, edit, policies);
  if (clashes.length === 0) return changed;
  throw new RefusedWithRow('conflict', row, row.rev, await conflictsOf(context, field_revs, clashes));
}

/** The row's revs by field after these were written. */
export function revsAfter(field_revs: Record<string, number>, changed: object, rev: number): Record<string, number> {
  return { ...field_revs, ...Object.fromEntries(Object.keys(changed).map((field) => [field, rev])) };
}

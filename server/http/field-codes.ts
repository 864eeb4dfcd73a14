import { type FieldCode, isFieldCode } from '../../contract/field-codes.ts';
import type { z } from '../../contract/zod.ts';

type Issue = z.core.$ZodIssue;

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Codes of a value that is missing; the fixed texts ask for it in words of their own. */
const missing = new Set(['required', 'empty', 'start_required', 'employee_required', 'fill_both']);

/** Checks across fields speak for themselves; all others judge one value. */
const isMissing = (issue: Issue, value: unknown) => issue.code !== 'custom' && (value === undefined || value === '');

function malformedCode(issue: Issue): FieldCode {
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_big') return isNumber ? 'out_of_range' : 'too_long';
  if (issue.code === 'too_small') return isNumber ? 'out_of_range' : 'too_short';
  return issue.code === 'invalid_format' && issue.format === 'datetime' ? 'time_invalid' : 'invalid';
}

/** A missing value is `required` or has the schema's own code for that; a value of the wrong kind never has one. */
function codeOf(issue: Issue, data: unknown): FieldCode {
  const value = valueAt(data, issue.path);
  const own = isFieldCode(issue.message) ? issue.message : undefined;
  if (isMissing(issue, value)) return own && missing.has(own) ? own : 'required';
  const isWrongKind =
    issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_format';
  const isPresent = value !== null && typeof value !== 'boolean';
  return own && !(isWrongKind && isPresent && missing.has(own)) ? own : malformedCode(issue);
}

/** Of a union, the issues of the only alternative that has the value's shape; else one issue for the whole value. */
function withinUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.filter((errors) => errors.every(({ path }) => path.length > 0));
  const [only] = fitting;
  if (fitting.length !== 1 || !only) return [issue];
  return only.flatMap((inner) => withinUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Field path -> code, for a 400 response. A field that no schema names is `unknown`. `whole` names the root. */
export function fieldCodes(error: z.core.$ZodError, data: unknown, whole = 'body'): Record<string, FieldCode> {
  const codes = new Map<string, FieldCode>();
  for (const issue of error.issues.flatMap(withinUnion)) {
    const path = issue.path.map(String);
    const add = (at: readonly string[], code: FieldCode) => {
      const name = at.join('.').slice(0, 200) || whole;
      if (!codes.has(name)) codes.set(name, code);
    };
    if (issue.code !== 'unrecognized_keys') add(path, codeOf(issue, data));
    else for (const key of issue.keys.slice(0, 20)) add([...path, key], 'unknown');
  }
  return Object.fromEntries(codes);
}

/** The same errors under other names: those of the request, where a schema or handler uses names of its own. */
export function renamed<T>(fields: Record<string, T>, name: (field: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [name(field), value]));
}

/**
 * The path of a text that PostgreSQL cannot store (NUL, lone surrogate), or null. Iterative, because bodies may be
 * deep.
 */
export function unstorableText(data: unknown): string | null {
  const open: { value: unknown; path: string }[] = [{ value: data, path: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return path || 'body';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (key.includes('\0') || !key.isWellFormed()) return path || 'body';
        open.push({ value: item, path: path.length > 200 ? path : path ? `${path}.${key}` : key });
      }
    }
  }
  return null;
}

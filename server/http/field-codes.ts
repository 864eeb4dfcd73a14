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

/** Codes for a missing value. Each code has a message that asks the user for the value. */
const missingValueCodes = new Set(['required', 'empty', 'start_required', 'employee_required', 'fill_both']);

/**
 * Whether an issue means that a value is missing. Custom checks, which may compare several fields, define their own
 * code; all other checks concern a single value.
 */
const isMissing = (issue: Issue, value: unknown) => issue.code !== 'custom' && (value === undefined || value === '');

function malformedCode(issue: Issue): FieldCode {
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_big') return isNumber ? 'out_of_range' : 'too_long';
  if (issue.code === 'too_small') return isNumber ? 'out_of_range' : 'too_short';
  return issue.code === 'invalid_format' && issue.format === 'datetime' ? 'time_invalid' : 'invalid';
}

/**
 * Returns the code of an issue. A missing value gets `required`, or the schema's own code for missing values; a value
 * of the wrong type never gets such a code.
 */
function codeOf(issue: Issue, data: unknown): FieldCode {
  const value = valueAt(data, issue.path);
  const ownCode = isFieldCode(issue.message) ? issue.message : undefined;
  if (isMissing(issue, value)) return ownCode && missingValueCodes.has(ownCode) ? ownCode : 'required';
  const isWrongKind =
    issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_format';
  const isPresent = value !== null && typeof value !== 'boolean';
  return ownCode && !(isWrongKind && isPresent && missingValueCodes.has(ownCode)) ? ownCode : malformedCode(issue);
}

/**
 * Returns the issues within a union. If exactly one alternative of the union has the shape of the value, returns the
 * issues of that alternative; otherwise returns one issue for the entire value.
 */
function withinUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const matching = issue.errors.filter((errors) => errors.every(({ path }) => path.length > 0));
  const [alternative] = matching;
  if (matching.length !== 1 || !alternative) return [issue];
  return alternative.flatMap((inner) => withinUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * Returns the error codes of a 400 response by field path. A field that is not in the schema gets `unknown`. `rootName`
 * is the name used for the entire value.
 */
export function fieldCodes(error: z.core.$ZodError, data: unknown, rootName = 'body'): Record<string, FieldCode> {
  const codes = new Map<string, FieldCode>();
  for (const issue of error.issues.flatMap(withinUnion)) {
    const path = issue.path.map(String);
    const add = (at: readonly string[], code: FieldCode) => {
      const name = at.join('.').slice(0, 200) || rootName;
      if (!codes.has(name)) codes.set(name, code);
    };
    if (issue.code !== 'unrecognized_keys') add(path, codeOf(issue, data));
    else for (const key of issue.keys.slice(0, 20)) add([...path, key], 'unknown');
  }
  return Object.fromEntries(codes);
}

/**
 * Returns the same errors under other field names. Used if the field names of a schema or handler differ from those of
 * the request.
 */
export function renameFields<T>(fields: Record<string, T>, name: (field: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [name(field), value]));
}

/**
 * Returns the path of a string that PostgreSQL cannot store (it contains NUL or a lone surrogate), or null if there is
 * none. Does not use recursion, because bodies may be deeply nested.
 */
export function unstorableTextPath(data: unknown): string | null {
  const stack: { value: unknown; path: string }[] = [{ value: data, path: '' }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return path || 'body';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (key.includes('\0') || !key.isWellFormed()) return path || 'body';
        stack.push({ value: item, path: path.length > 200 ? path : path ? `${path}.${key}` : key });
      }
    }
  }
  return null;
}

import type { z } from '../../contract/zod.ts';

type Issue = z.core.$ZodIssue;

/** Our schemas use codes as messages; zod's own messages begin with a capital letter. */
const isCode = (message: string) => /^[a-z][a-z0-9_]*$/.test(message);

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function codeOf(issue: Issue, data: unknown): string {
  if (isCode(issue.message)) return issue.message;
  if (issue.code === 'too_big') return 'too_long';
  return valueAt(data, issue.path) === undefined ? 'required' : 'invalid';
}

/** Field path -> code, for a 400 response. A field that no schema names is `unknown`. `whole` names the root. */
export function fieldCodes(error: z.core.$ZodError, data: unknown, whole = 'body'): Record<string, string> {
  const codes = new Map<string, string>();
  for (const issue of error.issues) {
    const path = issue.path.map(String);
    const add = (at: readonly string[], code: string) => {
      const name = at.join('.').slice(0, 200) || whole;
      if (!codes.has(name)) codes.set(name, code);
    };
    if (issue.code !== 'unrecognized_keys') add(path, codeOf(issue, data));
    else for (const key of issue.keys.slice(0, 20)) add([...path, key], 'unknown');
  }
  return Object.fromEntries(codes);
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

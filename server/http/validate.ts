import type { FastifySchemaCompiler } from 'fastify';
import { Refused } from '../../contract/errors.ts';
import { z } from '../../contract/zod.ts';
import { fieldCodes, unstorableTextPath } from './field-codes.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Trims the strings of a request in place, except passwords. Does not use recursion, because bodies may be deeply
 * nested.
 */
function trimTexts(data: unknown): void {
  const stack = [data];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (!isObject(next)) continue;
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'string' && !key.includes('password')) next[key] = value.trim();
      else if (isObject(value)) stack.push(value);
    }
  }
}

/**
 * Returns the names of rejected fields whose value is an empty string, because some clients send an empty string for a
 * missing value. Fields that reject empty strings explicitly are not returned: if a user clears a name, the server must
 * return an error instead of keeping the old name.
 */
function refusedEmptyFields(error: z.core.$ZodError, data: Fields): string[] {
  const refused = error.issues.filter(({ path, message }) => path.length === 1 && message !== 'empty');
  const names = refused.map(({ path }) => String(path[0]));
  return [...new Set(names)].filter((name) => data[name] === '');
}

/** Parses again without the empty fields. An empty field that is required keeps the error of the first parse. */
function parseWithoutEmpty(schema: z.ZodMiniType, data: Fields, first: z.core.$ZodError) {
  const empty = refusedEmptyFields(first, data);
  if (empty.length === 0) return { error: first };
  const filledFields = Object.fromEntries(Object.entries(data).filter(([name]) => !empty.includes(name)));
  const result = z.safeParse(schema, filledFields);
  if (result.success) return result;
  const isEmpty = ({ path }: z.core.$ZodIssue) => empty.includes(String(path[0]));
  const missing = new Set(result.error.issues.filter(isEmpty).map(({ path }) => path[0]));
  const issues = [
    ...first.issues.filter(({ path }) => missing.has(path[0])),
    ...result.error.issues.filter((issue) => !isEmpty(issue)),
  ];
  return { error: new z.core.$ZodError(issues) };
}

/**
 * Validates a part of a request with its schema. A missing body is treated as an empty object, so that the response
 * lists the required fields. Documented calls accept strings with surrounding whitespace, and empty strings for
 * optional fields.
 */
export const validate: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart, url }) =>
  (given: unknown) => {
    const data: unknown = httpPart === 'body' ? (given ?? {}) : given;
    const unstorable = unstorableTextPath(data);
    if (unstorable !== null) return { error: new Refused('invalid', { [unstorable]: 'control_characters' }) };
    // Sync requests are validated unchanged, because the device relies on values being stored exactly as sent.
    const isLenient = !url?.startsWith('/api/sync/') && isObject(data) && !Buffer.isBuffer(data);
    if (isLenient) trimTexts(data);
    const result = z.safeParse(schema, data);
    if (result.success) return { value: result.data };
    const retried = isLenient ? parseWithoutEmpty(schema, data, result.error) : result;
    if ('data' in retried) return { value: retried.data };
    return { error: new Refused('invalid', fieldCodes(retried.error, data, httpPart)) };
  };

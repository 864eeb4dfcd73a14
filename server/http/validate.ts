import type { FastifySchemaCompiler } from 'fastify';
import { Refused } from '../../contract/errors.ts';
import { z } from '../../contract/zod.ts';
import { fieldCodes, unstorableText } from './field-codes.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Trims the texts of a request in place, passwords excepted. Iterative, because bodies may be deep. */
function trimTexts(data: unknown): void {
  const open = [data];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'string' && !key.includes('password')) next[key] = value.trim();
      else if (isObject(value)) open.push(value);
    }
  }
}

/**
 * Names of fields that were refused although they are empty: they may stand for "not given". A text that must not be
 * empty does not: a name that was cleared would be kept without a word.
 */
function refusedEmpty(error: z.core.$ZodError, data: Fields): string[] {
  const refused = error.issues.filter(({ path, message }) => path.length === 1 && message !== 'empty');
  const names = refused.map(({ path }) => String(path[0]));
  return [...new Set(names)].filter((name) => data[name] === '');
}

/** Parses once more without the empty fields. Those that are then missing keep their first error. */
function withoutEmpty(schema: z.ZodMiniType, data: Fields, first: z.core.$ZodError) {
  const empty = refusedEmpty(first, data);
  if (empty.length === 0) return { error: first };
  const given = Object.fromEntries(Object.entries(data).filter(([name]) => !empty.includes(name)));
  const result = z.safeParse(schema, given);
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
 * Checks a part of a request against its schema. A missing body counts as an empty one, so that the response names its
 * required fields. Documented calls take texts with blanks around them, and empty ones for fields that are optional.
 */
export const validate: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart, url }) =>
  (given: unknown) => {
    const data: unknown = httpPart === 'body' ? (given ?? {}) : given;
    const unstorable = unstorableText(data);
    if (unstorable !== null) return { error: new Refused('invalid', { [unstorable]: 'control_characters' }) };
    // The bytes of a push are part of its promise.
    const isLenient = !url?.startsWith('/api/sync/') && isObject(data) && !Buffer.isBuffer(data);
    if (isLenient) trimTexts(data);
    const result = z.safeParse(schema, data);
    if (result.success) return { value: result.data };
    const again = isLenient ? withoutEmpty(schema, data, result.error) : result;
    if ('data' in again) return { value: again.data };
    return { error: new Refused('invalid', fieldCodes(again.error, data, httpPart)) };
  };

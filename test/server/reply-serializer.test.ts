import { describe, expect, it } from 'vitest';
import { Id, Instant } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { replySerializerCompiler } from '../../server/http/reply-serializer.ts';

const Pair = z.object({ kind: z.literal(['a', 'b']), count: z.int() });

/** A reply with a field of each kind. */
const Reply = z.object({
  id: Id,
  at: z.nullable(Instant),
  name: z.string(),
  short: z.string().check(z.maxLength(3)),
  count: z.int(),
  positive: z.int().check(z.gte(0)),
  share: z.number(),
  done: z.boolean(),
  state: z.enum(['open', 'closed']),
  note: z.optional(z.string()),
  any: z.unknown(),
  pairs: z.array(Pair),
  either: z.union([z.string(), z.int()]),
  level: z._default(z.int(), 1),
  texts: z.record(z.string(), z.string()),
  strict: z.strictObject({ a: z.int() }),
  few: z.array(z.int()).check(z.maxLength(2)),
  even: z.object({ n: z.int() }).check(z.refine(({ n }) => n % 2 === 0)),
});

const valid = {
  id: '018f0000-0000-7003-8000-0000000003f8',
  at: '2026-11-19T14:20:00.000Z',
  ...{ name: 'Anna', short: 'abc', count: -3, positive: 0, share: 0.5, done: false, state: 'open', note: 'x' },
  ...{ any: { a: [1] }, pairs: [{ kind: 'b', count: 1 }], either: 'text', level: 2, texts: { de: 'Ja' } },
  ...{ strict: { a: 1 }, few: [1, 2], even: { n: 2 } },
};

const serialize = (schema: z.core.$ZodType) =>
  replySerializerCompiler({ schema, method: 'GET', url: '/api/test/', httpStatus: '200' });
const serializeReply = serialize(Reply);

describe('serialising a reply', () => {
  it('sends the fields that the schema names, in the order of the schema', () => {
    expect(serializeReply(valid)).toBe(JSON.stringify(valid));
    expect(serializeReply(Object.fromEntries(Object.entries(valid).toReversed()))).toBe(JSON.stringify(valid));
    const { note: _, ...withoutNote } = valid;
    expect(serializeReply({ ...valid, note: undefined, at: null })).toBe(JSON.stringify({ ...withoutNote, at: null }));
  });

  it('omits every field that the schema does not name, at every depth', () => {
    const secrets = { password_hash: 'secret', pairs: [{ kind: 'b', count: 1, secret: 1 }], even: { n: 2, secret: 1 } };
    expect(serializeReply({ ...valid, ...secrets })).toBe(JSON.stringify(valid));
  });

  it('sends the same as zod for a value that the schema changes', () => {
    expect(serializeReply({ ...valid, at: '2026-11-19T15:20:00+01:00' })).toBe(JSON.stringify(valid));
    expect(serialize(z.string().check(z.trim()))(' a ')).toBe('"a"');
    const Tag = z.codec(z.string(), z.string(), { decode: (tag) => tag, encode: (tag) => `#${tag}` });
    expect(serialize(z.array(Tag))(['a'])).toBe('["#a"]');
  });

  it.each([
    ['id', 'x'],
    ['id', 1],
    ['at', undefined],
    ['at', 'yesterday'],
    ['name', null],
    ['name', 1],
    ['short', 'abcd'],
    ['count', 0.5],
    ['count', '1'],
    ['count', 2 ** 53],
    ['positive', -1],
    ['share', Number.NaN],
    ['share', Number.POSITIVE_INFINITY],
    ['share', '1'],
    ['done', 0],
    ['state', 'other'],
    ['note', null],
    ['pairs', {}],
    ['pairs', [null]],
    ['pairs', [[]]],
    ['pairs', ['a']],
    ['pairs', [{ kind: 'c', count: 1 }]],
    ['pairs', [{ kind: 'a' }]],
    ['either', true],
    ['level', 'x'],
    ['texts', { de: 1 }],
    ['strict', { a: 1, b: 2 }],
    ['few', [1, 2, 3]],
    ['even', { n: 1 }],
  ])('rejects a reply whose field %s is %j', (name, value) => {
    expect(() => serializeReply({ ...valid, [name]: value })).toThrow("Response doesn't match the schema");
  });

  it('rejects a reply that is no object', () => {
    for (const reply of [null, undefined, 1, [valid]]) expect(() => serializeReply(reply)).toThrow();
  });
});

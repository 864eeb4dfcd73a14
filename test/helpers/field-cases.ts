import { describe, expect, it } from 'vitest';
import type { z } from '../../contract/zod.ts';

export const sampleTime = '2026-03-02T09:00:00.000Z';
export const sampleId = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
export const textOfLength = (length: number) => 'x'.repeat(length);
export const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
export const photo = { sha256: 'a'.repeat(64), mime: 'image/png', bytes: 1 };

/** Returns the code of the first error of a value, or null for a valid value. */
export function codeOf(schema: z.ZodMiniType, value: unknown): string | null {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? '');
}

/**
 * A schema with valid values, and with invalid values and their error codes (null if the schema has no code of its
 * own).
 */
export type FieldCase = [
  name: string,
  schema: z.ZodMiniType,
  good: unknown[],
  bad: [value: unknown, code: string | null][],
];

const codes = new Set(['empty', 'too_long', 'invalid', 'required', 'too_short']);

/** Defines the tests of the given fields. */
export function describeFields(cases: readonly FieldCase[]): void {
  describe.each(cases)('%s', (name, schema, good, bad) => {
    it(`the field ${name} accepts valid values`, () => {
      for (const value of good) expect([value, codeOf(schema, value)]).toEqual([value, null]);
    });

    it(`the field ${name} refuses invalid values, with the error code of each`, () => {
      for (const [value, code] of bad) {
        const found = codeOf(schema, value);
        // A schema without an error code of its own reports zod's message, which the screens never show.
        if (code === null) expect([value, found !== null && !codes.has(found)]).toEqual([value, true]);
        else expect([value, found]).toEqual([value, code]);
      }
    });
  });
}

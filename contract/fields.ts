import { languages } from './preference-values.ts';
import { z } from './zod.ts';

// The messages of these schemas are error codes, which the screens translate.

/** C0 and C1 control characters, except tab and line breaks. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const withoutControlCharacters = z.refine<string>((value) => !controlCharacters.test(value), {
  error: 'control_characters',
});

/** A string of `min`..`max` characters, trimmed and normalised to NFC. Fails with `empty` or `too_long`. */
export function text(min: number, max: number) {
  return z.string().check(
    z.trim(),
    z.overwrite((value) => value.normalize('NFC')),
    z.minLength(min, { error: 'empty' }),
    z.maxLength(max, { error: 'too_long' }),
    withoutControlCharacters,
  );
}

/** A UUID. Ids created offline are UUIDv7, and the server stores them unchanged. */
export const Id = z.uuid({ error: 'invalid' });

const STORED_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function toUtc(value: string): string {
  const instant = STORED_INSTANT.test(value) ? NaN : Date.parse(value);
  return Number.isNaN(instant) ? value : new Date(instant).toISOString();
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * An RFC 3339 timestamp with `Z` or an offset, parsed to UTC with milliseconds. An absent value fails with the code
 * `missing`, a malformed one with `time_invalid`. Years before 1970 are rejected because some database calendars do not
 * support them.
 */
export const instantSchema = (missing: 'required' | 'start_required') =>
  z.iso.datetime({ offset: true, error: ({ input }) => (isPresent(input) ? 'time_invalid' : missing) }).check(
    z.overwrite(toUtc),
    z.refine((value) => value >= '1970', { error: 'time_invalid' }),
  );

export const Instant = instantSchema('required');

export const ShortText = text(0, 200);
export const LongText = text(0, 4000);

export const Lang = z.enum(languages, { error: 'invalid' });
export type Lang = z.infer<typeof Lang>;

/** The same text in each language, for content that is one record in all of them. */
export const Texts = z.object({ ru: z.string(), en: z.string(), de: z.string() });
export type Texts = z.infer<typeof Texts>;

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }));

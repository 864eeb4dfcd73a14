import { languages } from './values.ts';
import { z } from './zod.ts';
import { isZone } from './zones.ts';

// Messages of these schemas are codes; the screens translate them.

/** C0 and C1 control characters, except tab and line breaks. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const noControl = z.refine<string>((value) => !control.test(value), { error: 'control_characters' });

/** Text after trim and NFC, of `min`..`max` characters. Fails with the code `empty` or `too_long`. */
export function text(min: number, max: number) {
  return z.string().check(
    z.trim(),
    z.overwrite((value) => value.normalize('NFC')),
    z.minLength(min, { error: 'empty' }),
    z.maxLength(max, { error: 'too_long' }),
    noControl,
  );
}

/** UUID; ids created offline are UUIDv7, and the server keeps them. */
export const Id = z.uuid({ error: 'invalid' });

/** UTC instant in ISO 8601 with a Z. Years before 1970 are rejected because some database calendars lack them. */
export const Instant = z.iso
  .datetime({ error: 'invalid' })
  .check(z.refine((value) => value >= '1970', { error: 'invalid' }));

export const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/** E.164. */
export const Phone = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, { error: 'phone_invalid' }));

export const ShortText = text(0, 200);
export const LongText = text(0, 4000);

export const Lang = z.enum(languages, { error: 'invalid' });
export type Lang = z.infer<typeof Lang>;

/** ISO 3166-1 alpha-2. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'invalid' }));

/** IANA name of a time zone. */
export const Zone = z.string().check(z.minLength(1), z.maxLength(60));

/** A time zone that Intl knows. */
export const KnownZone = Zone.check(z.refine(isZone, { error: 'invalid' }));

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }));

/** Paging of the documented lists. Query parameters arrive as text. */
export const PageQuery = z.strictObject({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
  search: z.optional(z.string().check(z.maxLength(200))),
});

/** The envelope of a paged reply: `count` is after the filter, `total_count` before it, `current` is the page. */
export function paged<T extends z.ZodMiniType>(item: T) {
  return z.object({
    count: z.int(),
    next: z.nullable(z.int()),
    previous: z.nullable(z.int()),
    current: z.int(),
    results: z.array(item),
    total_count: z.int(),
  });
}

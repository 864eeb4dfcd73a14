import { isCountry } from './countries.ts';
import { isPossiblePhone } from './phone-rules.ts';
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

const STORED_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function inUtc(value: string): string {
  const instant = STORED_INSTANT.test(value) ? NaN : Date.parse(value);
  return Number.isNaN(instant) ? value : new Date(instant).toISOString();
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * An instant, RFC 3339 with Z or an offset; parsed to UTC with milliseconds. Fails with `missing` without a value, else
 * with `time_invalid`. Years before 1970 are rejected because some database calendars lack them.
 */
export const instant = (missing: 'required' | 'start_required') =>
  z.iso.datetime({ offset: true, error: ({ input }) => (isGiven(input) ? 'time_invalid' : missing) }).check(
    z.overwrite(inUtc),
    z.refine((value) => value >= '1970', { error: 'time_invalid' }),
  );

export const Instant = instant('required');

export const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/** E.164, with a number of digits that its country has where the rules are loaded: see phone-rules.ts. */
export const Phone = z.string().check(
  z.regex(/^\+[1-9]\d{6,14}$/, { error: 'phone_invalid' }),
  z.refine((value) => isPossiblePhone(value), { error: 'phone_invalid' }),
);

export const ShortText = text(0, 200);
export const LongText = text(0, 4000);

export const Lang = z.enum(languages, { error: 'invalid' });
export type Lang = z.infer<typeof Lang>;

/** ISO 3166-1 alpha-2 by its form alone. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'invalid' }));

/** A country that exists. */
export const Country = CountryCode.check(z.refine(isCountry, { error: 'invalid' }));

/** IANA name of a time zone. */
export const Zone = z.string().check(z.minLength(1), z.maxLength(60));

/** A time zone that Intl knows. */
export const KnownZone = Zone.check(z.refine(isZone, { error: 'invalid' }));

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }));

/** Number and size of a page. Query parameters arrive as text. */
export const givenPage = {
  page: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
  page_size: z.coerce.number().check(z.int(), z.gte(1), z.lte(100)),
};

const FIRST_PAGE = { page: 1, page_size: 25 };

/** Fills in what a query does not say of its page. */
export const pageOf = ({ page, page_size }: { page?: number | undefined; page_size?: number | undefined }) => ({
  page: page ?? FIRST_PAGE.page,
  page_size: page_size ?? FIRST_PAGE.page_size,
});

/** Paging of the documented lists. */
export const PageQuery = z.strictObject({
  page: z._default(givenPage.page, FIRST_PAGE.page),
  page_size: z._default(givenPage.page_size, FIRST_PAGE.page_size),
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

import { isCountry } from './countries.ts';
import { isPossiblePhone } from './phone-rules.ts';
import { languages } from './values.ts';
import { z } from './zod.ts';
import { isZone } from './zones.ts';

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

function inUtc(value: string): string {
  const instant = STORED_INSTANT.test(value) ? NaN : Date.parse(value);
  return Number.isNaN(instant) ? value : new Date(instant).toISOString();
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * An RFC 3339 timestamp with `Z` or an offset, parsed to UTC with milliseconds. An absent value fails with the code
 * `missing`, a malformed one with `time_invalid`. Years before 1970 are rejected because some database calendars do not
 * support them.
 */
export const instant = (missing: 'required' | 'start_required') =>
  z.iso.datetime({ offset: true, error: ({ input }) => (isGiven(input) ? 'time_invalid' : missing) }).check(
    z.overwrite(inUtc),
    z.refine((value) => value >= '1970', { error: 'time_invalid' }),
  );

export const Instant = instant('required');

export const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/**
 * A phone number in E.164 format. Where the phone rules of the countries are loaded (see phone-rules.ts), its length is
 * checked against its country.
 */
export const Phone = z.string().check(
  z.regex(/^\+[1-9]\d{6,14}$/, { error: 'phone_invalid' }),
  z.refine((value) => isPossiblePhone(value), { error: 'phone_invalid' }),
);

export const ShortText = text(0, 200);
export const LongText = text(0, 4000);

export const Lang = z.enum(languages, { error: 'invalid' });
export type Lang = z.infer<typeof Lang>;

/** Two uppercase letters, the form of an ISO 3166-1 alpha-2 code; does not check that the country exists. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'invalid' }));

/** The ISO 3166-1 alpha-2 code of an existing country. */
export const Country = CountryCode.check(z.refine(isCountry, { error: 'invalid' }));

/** A string that may be an IANA time zone name; only its length is checked. */
export const Zone = z.string().check(z.minLength(1), z.maxLength(60));

/** The name of a time zone that Intl supports. */
export const KnownZone = Zone.check(z.refine(isZone, { error: 'invalid' }));

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }));

/** Page number and page size as query parameters, which arrive as strings. */
export const givenPage = {
  page: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
  page_size: z.coerce.number().check(z.int(), z.gte(1), z.lte(100)),
};

const FIRST_PAGE = { page: 1, page_size: 25 };

interface GivenPage {
  page?: number | undefined;
  page_size?: number | undefined;
}

/** Whether a query requests a page of a list that is otherwise returned in full. */
export const isPageGiven = ({ page, page_size }: GivenPage): boolean => page !== undefined || page_size !== undefined;

/** Fills in the default page number and page size where the query omits them. */
export const pageOf = ({ page, page_size }: GivenPage) => ({
  page: page ?? FIRST_PAGE.page,
  page_size: page_size ?? FIRST_PAGE.page_size,
});

/** Query parameters of the paged lists in the documented API. */
export const PageQuery = z.strictObject({
  page: z._default(givenPage.page, FIRST_PAGE.page),
  page_size: z._default(givenPage.page_size, FIRST_PAGE.page_size),
  search: z.optional(z.string().check(z.maxLength(200))),
});

/** Query parameters of a list that is returned in full unless a page is requested. */
export const OptionalPageQuery = z.strictObject({
  page: z.optional(givenPage.page),
  page_size: z.optional(givenPage.page_size),
  search: PageQuery.shape.search,
});

/**
 * The envelope of a paged response: `count` is the number of matches after filtering, `total_count` the number before,
 * and `current` is the page number.
 */
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

/** The response of a list that is returned in full unless a page is requested. */
export function wholeOrPaged<T extends z.ZodMiniType>(item: T) {
  return z.union([paged(item), z.array(item)]);
}

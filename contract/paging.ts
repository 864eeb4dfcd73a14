import { z } from './zod.ts';

/** Page number and page size as query parameters, which arrive as strings. */
export const pageParams = {
  page: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
  page_size: z.coerce.number().check(z.int(), z.gte(1), z.lte(100)),
};

const FIRST_PAGE = { page: 1, page_size: 25 };

interface RequestedPage {
  page?: number | undefined;
  page_size?: number | undefined;
}

/** Whether a query requests a page of a list that is otherwise returned in full. */
export const isPageRequested = ({ page, page_size }: RequestedPage): boolean =>
  page !== undefined || page_size !== undefined;

/** Fills in the default page number and page size where the query omits them. */
export const withPageDefaults = ({ page, page_size }: RequestedPage) => ({
  page: page ?? FIRST_PAGE.page,
  page_size: page_size ?? FIRST_PAGE.page_size,
});

/** Query parameters of the paged lists in the documented API. */
export const PageQuery = z.strictObject({
  page: z._default(pageParams.page, FIRST_PAGE.page),
  page_size: z._default(pageParams.page_size, FIRST_PAGE.page_size),
  search: z.optional(z.string().check(z.maxLength(200))),
});

/** Query parameters of a list that is returned in full unless a page is requested. */
export const OptionalPageQuery = z.strictObject({
  page: z.optional(pageParams.page),
  page_size: z.optional(pageParams.page_size),
  search: PageQuery.shape.search,
});

/**
 * The envelope of a paged response: `count` is the number of matches after filtering, `total_count` the number before,
 * and `current` is the page number.
 */
export function pageSchema<T extends z.ZodMiniType>(item: T) {
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
export function wholeOrPageSchema<T extends z.ZodMiniType>(item: T) {
  return z.union([pageSchema(item), z.array(item)]);
}

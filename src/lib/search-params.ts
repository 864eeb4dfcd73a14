// Validates the search parameters of the routes. It is written by hand, because the first page needs it and a schema
// library would be too large for that page.

/** Returns the value of a search parameter; undefined if it is missing or invalid. */
export type SearchParam<T> = (value: unknown) => T | undefined;

/** Accepts any text; an empty text counts as missing. */
export const text: SearchParam<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Accepts one of the given values. */
export const oneOf =
  <const T extends string>(allowed: readonly T[]): SearchParam<T> =>
  (value) =>
    allowed.find((each) => each === value);

/** Accepts a page number; the first page counts as missing. */
export const pageNumber: SearchParam<number> = (value) => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
};

/** Accepts a date as YYYY-MM-DD. */
export const date: SearchParam<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/**
 * Parameters of a table: `sort` is the column by which it is sorted, `down` reverses the order, `open` is the row that
 * is open beside the table, and `view` is the saved view from which the filters were taken.
 */
export const tableParams = { sort: text, down: text, open: text, view: text };

export type Search<T> = { [K in keyof T]?: T[K] | undefined };

/** Returns a route's `validateSearch`, which never fails: an invalid value counts as missing. */
export function defineSearch<T extends object>(params: { [K in keyof T]: SearchParam<T[K]> }) {
  return (raw: Record<string, unknown>): Search<T> => {
    const search: Search<T> = {};
    // Every name gets a value, which may be undefined. Otherwise the router would use the invalid value from the URL.
    for (const name in params) search[name] = params[name](raw[name]);
    return search;
  };
}

/**
 * Parameters of the screens that use shared content: `share` is the id of a share, `refused` the reason why a share was
 * not accepted.
 */
export const shareSearch = defineSearch({ share: text, refused: text });

/** Returns the parameters of a query string as plain strings. The router's default parser would parse them as JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

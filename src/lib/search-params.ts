// What an address says behind its question mark, by the schemas of the routes. Written by hand: the router needs it on
// the first page, where a schema library is too heavy.

/** Returns the value of a search parameter; undefined where it is missing or has no meaning. */
export type SearchParam<T> = (value: unknown) => T | undefined;

/** Any text; empty is as good as missing. */
export const text: SearchParam<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** One of the known values. */
export const oneOf =
  <const T extends string>(known: readonly T[]): SearchParam<T> =>
  (value) =>
    known.find((each) => each === value);

/** The number of a page; the first is as good as missing. */
export const pageNumber: SearchParam<number> = (value) => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
};

/** A date as YYYY-MM-DD. */
export const date: SearchParam<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export type Search<T> = { [K in keyof T]?: T[K] | undefined };

/** A route's `validateSearch`: never fails, a value without meaning counts as missing. */
export function searchOf<T extends object>(params: { [K in keyof T]: SearchParam<T[K]> }) {
  return (raw: Record<string, unknown>): Search<T> => {
    const search: Search<T> = {};
    // Each name is there, so that what has no meaning does not shine through from the address.
    for (const name in params) search[name] = params[name](raw[name]);
    return search;
  };
}

/** Values of an address are texts as they stand there: not JSON, as the router would have them. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return words === '' ? '' : `?${words}`;
}

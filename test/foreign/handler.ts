import type { Account, Item, World } from './world.ts';

/** A request as passed to the handlers. `body` contains the fields of the JSON or the form. */
export interface RouteRequest {
  world: World;
  caller: Account | null;
  params: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  file: { type: string; data: Uint8Array<ArrayBuffer> } | null;
  now: number;
}

export interface RouteReply {
  status: number;
  body: unknown;
}

export type Handler = (input: RouteRequest) => RouteReply;

export const ok = (body: unknown, status = 200): RouteReply => ({ status, body });
export const missing: RouteReply = { status: 404, body: { detail: 'Not found.' } };
export const invalid = (field: string): RouteReply => ({ status: 400, body: { [field]: ['This field is required.'] } });

export const nextId = (items: readonly Item[]): number => Math.max(0, ...items.map(({ id }) => id)) + 1;
export const findItem = (items: readonly Item[], id: unknown): Item | undefined =>
  items.find((item) => item.id === Number(id));
/** Responds with the item that has an id; 404 if there is none. */
export const itemReply = (items: readonly Item[], id: unknown): RouteReply => {
  const item = findItem(items, id);
  return item ? ok(item) : missing;
};
export const omitFields = (item: Item, ...fields: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name)));

export function page(items: readonly unknown[], { query }: RouteRequest, name = 'results'): RouteReply {
  const size = Math.min(50, Number(query.get('page_size') ?? 10));
  const at = Number(query.get('page') ?? 1);
  const next = at * size < items.length ? `?page=${at + 1}` : null;
  return ok({
    count: items.length,
    next,
    previous: null,
    current: at,
    [name]: items.slice((at - 1) * size, at * size),
  });
}

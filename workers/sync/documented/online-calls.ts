import { callNamed, callNames, type CallName } from '../../../contract/api-calls/index.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import type { Ids } from './ids.ts';
import { isMissing } from './missing-calls.ts';

const paramsIn = (path: string): number => path.split('{').length;

/** All calls. Those with fewer parameters come first, because `/api/{path}` also matches the paths of other calls. */
const patterns = callNames
  .toSorted((a, b) => paramsIn(callNamed(a).path) - paramsIn(callNamed(b).path))
  .map((name) => ({
    name,
    method: callNamed(name).method,
    pattern: new RegExp(`^${callNamed(name).path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }));

/** Finds the call of a request. */
export const findCall = (method: string, path: string): CallName | null =>
  patterns.find((call) => call.method === method && call.pattern.test(path))?.name ?? null;

/** Whether the call only returns data. */
export const isRead = (name: CallName): boolean => {
  const { idempotent, success } = callNamed(name);
  return !idempotent && success === undefined;
};

/** Returns the path and the query with the API's ids. */
function foreignUrl(url: string, ids: Ids): string {
  const [path = '', query] = url.split('?');
  const parts = path.split('/').map((part) => encodeURIComponent(ids.foreignText(decodeURIComponent(part))));
  if (query === undefined) return parts.join('/');
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [name, ids.foreignText(value)]);
  return `${parts.join('/')}?${new URLSearchParams(pairs).toString()}`;
}

function foreignForm(form: FormData, ids: Ids): FormData {
  const result = new FormData();
  for (const [name, value] of form.entries())
    result.append(name, typeof value === 'string' ? ids.foreignText(value) : value);
  return result;
}

function foreignRequestBody(body: BodyInit | null, type: string | null, ids: Ids): BodyInit | undefined {
  if (body === null) return undefined;
  if (body instanceof FormData) return foreignForm(body, ids);
  if (typeof body !== 'string' || !type?.includes('json')) return body;
  return JSON.stringify(ids.foreignBody(JSON.parse(body)));
}

/** Sends a call of a screen with the API's ids. */
export function sendOnline(client: ApiClient, ids: Ids, url: string, init: RequestInit): Promise<ApiResult> {
  const headers = new Headers(init.headers);
  const content_type = headers.get('Content-Type');
  const key = headers.get('Idempotency-Key');
  const body = foreignRequestBody(init.body ?? null, content_type, ids);
  return client.send({
    method: init.method ?? 'GET',
    path: foreignUrl(url, ids),
    ...(body !== undefined && { body }),
    ...(content_type !== null && { content_type }),
    ...(key !== null && { key }),
  });
}

/**
 * Whether a refusal means that the API does not have the call. If the request refers to a record, a 404 can also mean
 * that this record does not exist.
 */
export function isMissingCall({ status }: { status: number }, url: string, init: RequestInit): boolean {
  const namesRecord = /[0-9a-f]{8}-[0-9a-f]{4}-/.test(`${url} ${typeof init.body === 'string' ? init.body : ''}`);
  return isMissing(status) && (status !== 404 || !namesRecord);
}

import type { Flow } from '../../../contract/entities/flow.ts';

/**
 * The base URL of all landing pages, without a trailing slash. Null if the server has no origin for them;
 * undefined if this device has not fetched it yet.
 */
export type BaseUrl = string | null | undefined;

/** Returns the URL path of a page; null while the page has no address. */
export const pagePath = ({ unique_name }: Pick<Flow, 'unique_name'>): string | null =>
  unique_name === null ? null : `/l/${unique_name}`;

/** Returns the URL of a page; null if the page has no address, or if the origin of landing pages is unknown. */
export function pageUrl(flow: Pick<Flow, 'unique_name'>, baseUrl: BaseUrl): string | null {
  const path = pagePath(flow);
  return path === null || !baseUrl ? null : `${baseUrl}${path}`;
}

/** Returns the URL of a page in the form that is shown: without the protocol. */
export function shownAddress(flow: Pick<Flow, 'unique_name'>, baseUrl: BaseUrl): string {
  const url = pageUrl(flow, baseUrl);
  return url === null ? (pagePath(flow) ?? '') : url.replace(/^https?:\/\//, '');
}

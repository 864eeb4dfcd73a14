import type { Flow } from '../../../contract/entities/flow.ts';

/**
 * Where visitors find the pages, without a slash at the end; null if the server has no origin for them, undefined if this
 * device does not know it yet.
 */
export type BaseUrl = string | null | undefined;

/** Returns the path of a page as it is shown; null while the page has no address. */
export const pagePath = ({ unique_name }: Pick<Flow, 'unique_name'>): string | null =>
  unique_name === null ? null : `/l/${unique_name}`;

/** Returns the URL of a page; null if the page has no address, or if it is not known where pages are. */
export function pageUrl(flow: Pick<Flow, 'unique_name'>, baseUrl: BaseUrl): string | null {
  const path = pagePath(flow);
  return path === null || !baseUrl ? null : `${baseUrl}${path}`;
}

/** Returns the host and path of a page as it is shown, without the protocol. */
export function shownAddress(flow: Pick<Flow, 'unique_name'>, baseUrl: BaseUrl): string {
  const url = pageUrl(flow, baseUrl);
  return url === null ? (pagePath(flow) ?? '') : url.replace(/^https?:\/\//, '');
}

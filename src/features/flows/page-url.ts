import type { Flow } from '../../../contract/entities/flow.ts';

/** Returns the path of a page as it is shown; null while the page has no address. */
export const pagePath = ({ unique_name }: Pick<Flow, 'unique_name'>): string | null =>
  unique_name === null ? null : `/l/${unique_name}`;

/** Returns the URL of a page; null without an address, or if this device does not know where pages are. */
export function pageUrl(flow: Pick<Flow, 'unique_name'>, baseUrl: string | null): string | null {
  const path = pagePath(flow);
  return path === null || baseUrl === null ? null : `${baseUrl}${path}`;
}

/** Returns the host and path of a page as it is shown, without the protocol. */
export function shownAddress(flow: Pick<Flow, 'unique_name'>, baseUrl: string | null): string {
  const url = pageUrl(flow, baseUrl);
  return url === null ? (pagePath(flow) ?? '') : url.replace(/^https?:\/\//, '');
}

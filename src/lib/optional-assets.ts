/** Cache of the optional assets that were used at least once. See: [Note: Optional assets] */
export const OPTIONAL_CACHE = 'haversack-late';

/** Path at which the service worker returns the list of optional assets. The server has no such path. */
export const OPTIONAL_LIST = '/late.json';

/** Whether a response is JavaScript, as opposed to the page of a captive portal. */
export const isScript = ({ ok, headers }: Response): boolean =>
  ok && /javascript/.test(headers.get('Content-Type') ?? '');

/** Whether a file of the build is an optional asset. */
export const isOptional = (path: string): boolean => /^\/?assets\/pdf[-.].*\.m?js$/.test(path);

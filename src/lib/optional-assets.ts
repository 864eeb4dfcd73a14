/** Cache of optional assets, once they were needed. See: [Note: Optional assets] */
export const OPTIONAL_CACHE = 'haversack-late';

/** Path at which the service worker lists them; the server has nothing there. */
export const OPTIONAL_LIST = '/late.json';

/** Whether a response is JavaScript: a captive portal returns its own page. */
export const isScript = ({ ok, headers }: Response): boolean =>
  ok && /javascript/.test(headers.get('Content-Type') ?? '');

/** Whether a file of the build is an optional asset. */
export const isOptional = (path: string): boolean => /^\/?assets\/pdf[-.].*\.m?js$/.test(path);

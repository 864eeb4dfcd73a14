/** Where the late files lie, once somebody needed them. See: [Note: Late files] */
export const OPTIONAL_CACHE = 'haversack-late';

/** Where the service worker names them. The server has nothing there. */
export const OPTIONAL_LIST = '/late.json';

/** A portal answers with a page of its own. */
export const isScript = ({ ok, headers }: Response): boolean =>
  ok && /javascript/.test(headers.get('Content-Type') ?? '');

/** Whether a file of the build is one of them. */
export const isOptional = (path: string): boolean => /^\/?assets\/pdf[-.].*\.m?js$/.test(path);

/** Where the late files lie, once somebody needed them. See: [Note: Late files] */
export const LATE_CACHE = 'haversack-late';

/** Where the service worker names them. The server has nothing there. */
export const LATE_LIST = '/late.json';

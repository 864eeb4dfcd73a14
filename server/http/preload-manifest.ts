import type { Lang } from '../../contract/fields.ts';

/** File name of the manifest in the folder of the built page. */
export const PRELOAD_MANIFEST = 'preload-manifest.json';

/**
 * Link header of the page, by language. A browser that requests the page from the server has no service worker yet, so
 * the app will show the login screen. The header lists all files that the login screen needs, so that they are fetched
 * in parallel.
 */
export type PreloadManifest = Partial<Record<Lang, string>>;

import type { Lang } from '../../contract/fields.ts';

/** Where the build leaves it, in the folder of the page. */
export const FIRST_VISIT = 'first-visit.json';

/**
 * The Link header of the page, by language. A browser that asks the server for the page has not kept the app: what comes
 * next is the log-in. Told at once what that needs, it fetches all of it in one go; else each file would name the next.
 */
export type FirstVisit = Partial<Record<Lang, string>>;

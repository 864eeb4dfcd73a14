import { searchOf, text } from '../../lib/search-params.ts';

/** The closed request that a new one continues. */
export const newRequestSearch = searchOf({ previous: text });

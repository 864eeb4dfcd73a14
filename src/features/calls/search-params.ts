import { searchOf, text } from '../../lib/search-params.ts';

/** The contact or the person who was called. */
export const newCallSearch = searchOf({ contact: text, person: text });

import { oneOf, searchOf, text } from '../../lib/search-params.ts';

/** The contact or the person who was called, and the screen to return to. */
export const newCallSearch = searchOf({ contact: text, person: text, from: oneOf(['today']) });

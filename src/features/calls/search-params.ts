import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** The contact or the person who was called, and the screen to return to. */
export const newCallSearch = defineSearch({ contact: text, person: text, from: oneOf(['today']) });

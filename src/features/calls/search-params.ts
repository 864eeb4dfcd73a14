import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** `contact` or `person` is who was called; `from` is the screen to return to. */
export const newCallSearch = defineSearch({ contact: text, person: text, from: oneOf(['today']) });

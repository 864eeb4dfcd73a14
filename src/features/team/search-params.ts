import { defineSearch, oneOf, text } from '../../lib/search-params.ts';

/** `q` searches the people on this device; `view` shows them as a table instead of the tree. */
export const teamSearch = defineSearch({ q: text, view: oneOf(['table']) });

export type TeamSearch = ReturnType<typeof teamSearch>;

import { defineSearch, text } from '../../lib/search-params.ts';

/** `previous` is the id of the closed help request that the new one continues. */
export const newRequestSearch = defineSearch({ previous: text });

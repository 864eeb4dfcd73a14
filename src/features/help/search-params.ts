import { defineSearch, text } from '../../lib/search-params.ts';

/** `previous` is the closed request that the new request continues. */
export const newRequestSearch = defineSearch({ previous: text });

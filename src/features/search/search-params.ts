import { defineSearch, text } from '../../lib/search-params.ts';

export const searchScreenSearch = defineSearch({ q: text });

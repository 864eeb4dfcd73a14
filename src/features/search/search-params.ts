import { defineSearch, text } from '../../lib/search-params.ts';

export const searchSearch = defineSearch({ q: text });

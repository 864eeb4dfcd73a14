import { searchOf, text } from '../../lib/search-params.ts';

export const searchSearch = searchOf({ q: text });

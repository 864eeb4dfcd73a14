import { oneOf, defineSearch } from '../../lib/search-params.ts';

/** `show=phone` lists only the lessons that are completely on this phone. */
export const categorySearch = defineSearch({ show: oneOf(['phone']) });

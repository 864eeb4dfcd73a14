import { oneOf, searchOf } from '../../lib/search-params.ts';

/** `show=phone` lists only the lessons that are completely on this phone. */
export const categorySearch = searchOf({ show: oneOf(['phone']) });

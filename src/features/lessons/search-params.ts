import { oneOf, searchOf } from '../../lib/search-params.ts';

/** `show=phone`: only the lessons that are on this phone whole. */
export const categorySearch = searchOf({ show: oneOf(['phone']) });

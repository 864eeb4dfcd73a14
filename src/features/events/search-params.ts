import { oneOf, searchOf } from '../../lib/search-params.ts';

export const eventsSearch = searchOf({ show: oneOf(['past']) });

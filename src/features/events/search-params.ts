import { oneOf, defineSearch } from '../../lib/search-params.ts';

export const eventsSearch = defineSearch({ show: oneOf(['past']) });

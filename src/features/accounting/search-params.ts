import { defineSearch, pageNumber, text } from '../../lib/search-params.ts';

/** `person` is the id of the person whose payments are shown; without it, those of all people. */
export const paymentsSearch = defineSearch({ person: text, page: pageNumber });

import { personStatuses } from '../../../contract/filter-values.ts';
import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

export const leadsSearch = defineSearch({
  tab: oneOf(['waiting']),
  language: text,
  country: text,
  status: oneOf(personStatuses),
});

import { personStatuses } from '../../../contract/filter-values.ts';
import { oneOf, searchOf, text } from '../../lib/search-params.ts';

export const leadsSearch = searchOf({
  tab: oneOf(['waiting']),
  language: text,
  country: text,
  status: oneOf(personStatuses),
});

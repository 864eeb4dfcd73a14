import { personStatuses } from '../../../contract/filter-values.ts';
import { oneOf, defineSearch, tableParams, text } from '../../lib/search-params.ts';

export const leadsSearch = defineSearch({
  tab: oneOf(['waiting']),
  language: text,
  country: text,
  status: oneOf(personStatuses),
  ...tableParams,
});

export type LeadsSearch = ReturnType<typeof leadsSearch>;

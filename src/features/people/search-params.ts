import { personStatuses, structureOrders } from '../../../contract/filter-values.ts';
import { oneOf, pageNumber, defineSearch, tableParams, text } from '../../lib/search-params.ts';

/**
 * `person` is the id of the person who is open beside the table, `view` is the saved view from which the filters were
 * taken.
 */
export const peopleSearch = defineSearch({
  q: text,
  status: oneOf(personStatuses),
  language: text,
  country: text,
  responsible: text,
  tag: text,
  group: text,
  order: oneOf(structureOrders),
  page: pageNumber,
  person: text,
  view: text,
});

export type PeopleSearch = ReturnType<typeof peopleSearch>;

export const timelineKinds = ['calls', 'tasks', 'notes', 'requests', 'changes'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/**
 * `show` filters the history, `close` opens the sheet that closes the lead, `from` is the list to which the user
 * returns.
 */
export const personSearch = defineSearch({
  from: oneOf(['people', 'partners']),
  tab: oneOf(['log']),
  show: oneOf(timelineKinds),
  close: oneOf(['no_answer']),
});

/** `contact` is the contact whose data the form starts with; `resend` is the rejected write to correct. */
export const newLeadSearch = defineSearch({ resend: text, contact: text });

export const partnersSearch = defineSearch({
  q: text,
  status: oneOf(personStatuses),
  responsible: text,
  commission: oneOf(['yes', 'no']),
  ...tableParams,
});

export const editPersonSearch = defineSearch({ resend: text });

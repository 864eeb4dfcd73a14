import { accountOrderings, accountRoles, accountStates } from '../../../contract/filter-values.ts';
import { auditOrders } from '../../../contract/table-orders.ts';
import { date, defineSearch, oneOf, pageNumber, text } from '../../lib/search-params.ts';

/** `view` is the saved view from which the filters were taken. */
export const usersSearch = defineSearch({
  q: text,
  role: oneOf(accountRoles),
  access: oneOf(accountStates),
  order: oneOf(accountOrderings),
  page: pageNumber,
  view: text,
});

export type UsersSearch = ReturnType<typeof usersSearch>;

/**
 * `action` may be any text: the router loads with the first page, and the list of actions is too large for that.
 * `actor` and `target` are ids of accounts, `from` and `to` the first and last day, `cursor` the start of the page,
 * `open` the id of the entry that is open beside the table.
 */
export const auditSearch = defineSearch({
  action: text,
  actor: text,
  target: text,
  from: date,
  to: date,
  order: oneOf(auditOrders),
  cursor: text,
  open: text,
});

export type AuditSearch = ReturnType<typeof auditSearch>;

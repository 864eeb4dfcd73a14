import { employeeStates } from '../../../contract/table-orders.ts';
import { defineSearch, oneOf, tableParams, text } from '../../lib/search-params.ts';

/** `view` is the saved view that the filters come from. */
export const employeesSearch = defineSearch({
  work_state: oneOf(employeeStates),
  language: text,
  country: text,
  ...tableParams,
});

export type EmployeesSearch = ReturnType<typeof employeesSearch>;

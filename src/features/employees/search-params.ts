import { defineSearch, tableParams } from '../../lib/search-params.ts';

export const employeesSearch = defineSearch(tableParams);

export type EmployeesSearch = ReturnType<typeof employeesSearch>;

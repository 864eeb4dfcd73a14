import { dispositions } from '../../../contract/filter-values.ts';
import { importOrders } from '../../../contract/table-orders.ts';
import { defineSearch, oneOf, pageNumber, text } from '../../lib/search-params.ts';

/** `open` is the id of the import that is open beside the table. */
export const importsSearch = defineSearch({ page: pageNumber, order: oneOf(importOrders), open: text });

export type ImportsSearch = ReturnType<typeof importsSearch>;

export const rowFilters = [...dispositions, 'warning', 'changed'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** `only` is the filter of the checked rows. */
export const checkSearch = defineSearch({ only: oneOf(rowFilters) });

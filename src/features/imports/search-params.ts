import { dispositions } from '../../../contract/filter-values.ts';
import { importOrders } from '../../../contract/table-orders.ts';
import { defineSearch, oneOf, pageNumber } from '../../lib/search-params.ts';

export const importsSearch = defineSearch({ page: pageNumber, order: oneOf(importOrders) });

export const rowFilters = [...dispositions, 'warning', 'changed'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** `only` is the filter of the checked rows. */
export const checkSearch = defineSearch({ only: oneOf(rowFilters) });

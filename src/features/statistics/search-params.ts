import { figureNames, statisticsPeriods } from '../../../contract/statistics.ts';
import { defineSearch, oneOf, pageNumber, text } from '../../lib/search-params.ts';

const view = { period: oneOf(statisticsPeriods), figure: oneOf(figureNames) };

export const statisticsSearch = defineSearch({ ...view, view: oneOf(['table']) });

/** `employee` and `country` narrow the list; `none` stands for records without one. */
export const recordsSearch = defineSearch({ ...view, employee: text, country: text, page: pageNumber });

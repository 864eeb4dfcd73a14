import { figureNames, statisticsPeriods } from '../../../contract/statistics.ts';
import { defineSearch, oneOf, pageNumber, text } from '../../lib/search-params.ts';

const view = { period: oneOf(statisticsPeriods), figure: oneOf(figureNames) };

/** `team` is the id of a manager; `country` is a code, or `none` for people without a country. */
export const statisticsSearch = defineSearch({ ...view, view: oneOf(['table']), team: text, country: text });

/** `employee` and `country` filter the list; `none` stands for records without one. */
export const recordsSearch = defineSearch({ ...view, team: text, employee: text, country: text, page: pageNumber });

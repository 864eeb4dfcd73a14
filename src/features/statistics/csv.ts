import type { MessageDescriptor } from '@lingui/core';
import { csvLine } from '../../../contract/csv.ts';
import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import { figureNames, type FigureName } from '../../../contract/statistics.ts';
import { dateIn, timeIn } from '../../../contract/zones.ts';
import { figureLabels } from '../../components/statistics/labels.ts';
import type { TableRow } from './table-rows.ts';

type Translate = (label: MessageDescriptor) => string;

/** The byte order mark, without which spreadsheets do not read a file as UTF-8. */
const BOM = '\ufeff';

/**
 * Returns a value in the unit that suits spreadsheets: dollars, or hours with two decimals. Null if the role may not
 * see it.
 */
function cellOf(
  figure: FigureName,
  { available, value = 0 }: { available: boolean; value?: number | undefined },
): number | null {
  if (!available) return null;
  if (figure === 'donations_sum') return value / 100;
  return figure === 'time_spent' ? Math.round(value / 36) / 100 : value;
}

/** Returns a table of the statistics as CSV, sorted as on the screen. */
export function statisticsCsv(
  head: string,
  rows: readonly TableRow[],
  figures: readonly FigureName[],
  t: Translate,
): string {
  const heads = [head, ...figures.map((figure) => t(figureLabels[figure]))];
  const lines = rows.map(({ name, figures: values }) => [
    name,
    ...figures.map((figure) => cellOf(figure, values[figure] ?? { available: false })),
  ]);
  return BOM + [heads, ...lines].map(csvLine).join('');
}

/** Returns all figures for each step of a period as CSV. */
export function stepsCsv(head: string, statistics: Statistics, t: Translate): string {
  const { time_zone, step } = statistics;
  const timeOf = (at: string): string =>
    step === 'hour'
      ? `${dateIn(time_zone, Date.parse(at))} ${timeIn(time_zone, Date.parse(at))}`
      : dateIn(time_zone, Date.parse(at));
  const heads = [head, ...figureNames.map((figure) => t(figureLabels[figure]))];
  const lines = statistics.steps.map((at, index) => [
    timeOf(at),
    ...figureNames.map((figure) => {
      const { available, steps = [] } = statistics[figure];
      return cellOf(figure, { available, value: steps[index] });
    }),
  ]);
  return BOM + [heads, ...lines].map(csvLine).join('');
}

/** Returns a file name with the time at which the figures were fetched. */
export const csvName = (table: string, { current_period, to, time_zone }: Statistics): string => {
  const [date, time] = [dateIn(time_zone, Date.parse(to)), timeIn(time_zone, Date.parse(to))];
  return `haversack-${table}-${current_period}-${date}-${time.replace(':', '')}.csv`;
};

import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import type { FigureName, StatisticsPeriod } from '../../../contract/statistics.ts';
import { addDays, dateIn, daysBetween } from '../../../contract/zones.ts';

const months: Partial<Record<StatisticsPeriod, number>> = { month: 1, quarter: 3, half_year: 6, year: 12 };

/** Returns the number of steps in the whole period. It includes future steps, for which the chart leaves space. */
export function stepCount({ current_period: period, from, time_zone, step }: Statistics): number {
  if (period === 'today') return 24;
  if (period === 'week') return 7;
  const first = dateIn(time_zone, Date.parse(from));
  const end = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1 + (months[period] ?? 1), 1));
  const days = daysBetween(first, end.toISOString().slice(0, 10));
  return step === 'week' ? Math.ceil(days / 7) : days;
}

/** Units of the value axis: hours for time, dollars for money. Each tick is a round number of units. */
const units: Partial<Record<FigureName, number>> = { time_spent: 3600, donations_sum: 100 };

/** Returns the ticks of the value axis: four equal parts up to a round number that is at least `most`. */
export function axisValues(figure: FigureName, most: number): number[] {
  const unit = units[figure] ?? 1;
  const part = Math.max(1, Math.ceil(most / unit / 4));
  const magnitude = 10 ** Math.floor(Math.log10(part));
  const roundPart = [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * magnitude).find((size) => size >= part) ?? part;
  return [0, 1, 2, 3, 4].map((index) => index * roundPart * unit);
}

/** Returns the indexes of the steps that get a label on the time axis: at most seven, at equal distances. */
export function labelledSteps(count: number): number[] {
  const distance = Math.max(1, Math.ceil((count - 1) / 6));
  return Array.from({ length: Math.floor((count - 1) / distance) + 1 }, (_, index) => index * distance);
}

/** Returns the start of a step of the period, which may be in the future. */
export function stepStart({ steps, time_zone, step }: Statistics, index: number): string {
  const known = steps[index];
  if (known !== undefined) return known;
  const [first = ''] = steps;
  if (step === 'hour') return new Date(Date.parse(first) + index * 3_600_000).toISOString();
  const days = index * (step === 'week' ? 7 : 1);
  // The start is computed from noon, because a clock change never moves noon to another day.
  const date = addDays(dateIn(time_zone, Date.parse(first)), days);
  return new Date(Date.parse(`${date}T12:00Z`)).toISOString();
}

import type { statisticsCalls } from '../../contract/api-calls/statistics.ts';
import type { Samples } from './samples.ts';

/** Valid requests for the statistics calls. */
export const statisticsSamples: Pick<Samples, keyof typeof statisticsCalls> = {
  'statistics.figures': () => Promise.resolve({ body: { period: 'month' } }),
  'statistics.countries': () => Promise.resolve({ body: {} }),
  'statistics.staff': () => Promise.resolve({ body: { period: 'year' } }),
  'statistics.records': () => Promise.resolve({ body: { figure: 'completed_tasks', period: 'week' } }),
};

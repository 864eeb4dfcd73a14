import { recordsSearch, statisticsSearch } from '../features/statistics/search-params.ts';
import { staffRoute } from './member-route.ts';

/** The statistics, and the records behind a figure. */
export const statisticsRoutes = [
  staffRoute(
    '/statistics',
    () => import('../features/statistics/statistics-screen.tsx'),
    'StatisticsScreen',
    statisticsSearch,
  ),
  staffRoute(
    '/statistics/records',
    () => import('../features/statistics/records-screen.tsx'),
    'StatisticsRecordsScreen',
    recordsSearch,
  ),
] as const;

import { recordsSearch, statisticsSearch } from '../features/statistics/search-params.ts';
import { staffRoute } from './member-route.ts';

/** The routes of the statistics, and of the list of records that a figure counts. */
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

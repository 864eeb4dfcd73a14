import { checkSearch, importsSearch } from '../features/imports/search-params.ts';
import { shareSearch } from '../lib/search-params.ts';
import { staffRoute } from './member-route.ts';

/** The routes of the list of imports, and of the steps of one import. */
export const importRoutes = [
  staffRoute(
    '/staff/users_imports',
    () => import('../features/imports/imports-screen.tsx'),
    'ImportsScreen',
    importsSearch,
  ),
  staffRoute('/staff/users_imports/new', () => import('../features/imports/file-step.tsx'), 'FileStep', shareSearch),
  staffRoute(
    '/staff/users_imports/$importId/columns',
    () => import('../features/imports/columns-step.tsx'),
    'ColumnsStep',
  ),
  staffRoute(
    '/staff/users_imports/$importId/check',
    () => import('../features/imports/check-step.tsx'),
    'CheckStep',
    checkSearch,
  ),
  staffRoute(
    '/staff/users_imports/$importId/result',
    () => import('../features/imports/result-step.tsx'),
    'ResultStep',
  ),
] as const;

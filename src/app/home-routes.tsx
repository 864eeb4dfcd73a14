import { createRoute, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardSearch } from '../features/dashboard/search-params.ts';
import { lazyFirstScreen } from './lazy-screen.ts';
import { memberParentRoute, staffParentRoute } from './member-route.ts';
import { useCurrentUser } from './current-user-context.tsx';
import type { CurrentUser } from './current-user.ts';

// The first screens after a login.

const DayScreen = lazyFirstScreen(() => import('../features/tasks/today-screen.tsx'), 'TodayScreen');
const LearningScreen = lazyFirstScreen(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen');

/**
 * Whether /dashboard shows the user's working day: it does for employees, unless they follow a link to resume the last
 * lesson.
 */
const showsDay = (user: CurrentUser | null, { do: action }: ReturnType<typeof dashboardSearch>): boolean =>
  user !== null && user.is_staff && action !== 'resume';

function HomeScreen(): ReactElement {
  const isDay = showsDay(useCurrentUser(), useSearch({ from: '/_member/dashboard' }));
  return isDay ? <DayScreen /> : <LearningScreen />;
}

export const dashboardRoute = createRoute({
  getParentRoute: () => memberParentRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => (showsDay(context.user, deps) ? DayScreen : LearningScreen).preload?.(),
  component: HomeScreen,
});

export const todayRoute = createRoute({
  getParentRoute: () => staffParentRoute,
  path: '/staff-dashboard',
  component: DayScreen,
});

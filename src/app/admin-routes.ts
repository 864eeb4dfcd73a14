import { createRoute, redirect } from '@tanstack/react-router';
import { auditSearch, usersSearch } from '../features/admin/search-params.ts';
import { lazyScreen } from './lazy-screen.ts';
import { adminParentRoute, adminRoute } from './member-route.ts';

// One component renders both the list of accounts and the open account, so that the list keeps its state while accounts
// are opened beside it.
const usersParentRoute = createRoute({
  getParentRoute: () => adminParentRoute,
  id: '_users',
  validateSearch: usersSearch,
  component: lazyScreen(() => import('../features/admin/users-screen.tsx'), 'UsersScreen'),
});

const usersRoute = <const P extends string>(path: P) => createRoute({ getParentRoute: () => usersParentRoute, path });

const redirectToUsers = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => adminParentRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/main/admin/users/all', replace: true });
    },
  });

/** The routes of the administration. */
export const adminRoutes = adminParentRoute.addChildren([
  redirectToUsers('/main/admin'),
  redirectToUsers('/main/admin/users'),
  usersParentRoute.addChildren([
    usersRoute('/main/admin/users/all'),
    usersRoute('/main/admin/users/create'),
    usersRoute('/main/admin/users/edit/$userId'),
  ]),
  adminRoute('/main/admin/audit', () => import('../features/admin/audit-screen.tsx'), 'AuditScreen', auditSearch),
]);

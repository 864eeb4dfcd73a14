import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { lazyScreen, type LoadScreens } from './lazy-screen.ts';
import { safeNextPath } from './current-user.ts';
import { rootRoute } from './public-routes.tsx';

/** Reads the search parameters of a route. See src/lib/search-params.ts. */
type Validate<S> = (raw: Record<string, unknown>) => S;

/** The parent of all screens that require a login. */
export const memberParentRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: '_member',
  beforeLoad: ({ context, location }) => {
    if (context.user) return;
    const next = safeNextPath(location.href);
    throw redirect({ to: '/login', search: next === null ? {} : { next }, replace: true });
  },
  component: Frame,
});

/** The parent of the screens of employees. */
export const staffParentRoute = createRoute({
  getParentRoute: () => memberParentRoute,
  id: '_staff',
  beforeLoad: ({ context }) => {
    if (!context.user?.is_staff) throw redirect({ to: '/', replace: true });
  },
});

/**
 * The parent of the administration. Everyone who is not an admin is redirected to the start page, as if the path did
 * not exist. A superuser whose account is not active does not count as an admin.
 */
export const adminParentRoute = createRoute({
  getParentRoute: () => staffParentRoute,
  id: '_admin',
  beforeLoad: ({ context }) => {
    if (!context.user?.is_admin) throw redirect({ to: '/', replace: true });
  },
});

/** Returns a function that creates the routes of screens below a parent. */
const screensOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const P extends string, K extends string, S = object>(
    path: P,
    load: LoadScreens<K>,
    name: K,
    validateSearch?: Validate<S>,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyScreen(load, name),
      ...(validateSearch && { validateSearch }),
    });

/** Creates a route for everyone who is logged in. */
export const memberRoute = screensOf(memberParentRoute);

/** Creates a route for employees. */
export const staffRoute = screensOf(staffParentRoute);

/** Creates a route for admins. */
export const adminRoute = screensOf(adminParentRoute);

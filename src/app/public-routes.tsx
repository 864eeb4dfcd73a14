import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { registerSearch } from '../features/session/search-params.ts';
import { defineSearch, text } from '../lib/search-params.ts';
import { stashToken } from '../lib/url-secrets.ts';
import { lazyLoginScreen, lazyScreen, type LoadScreens } from './lazy-screen.ts';
import { homePathOf, safeNextPath, type CurrentUser } from './current-user.ts';

// The routes that need no login, and the root of all routes.

export interface RouterContext {
  /** Null if no user is logged in. */
  user: CurrentUser | null;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const loginSearch = defineSearch({ next: text, token: text });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: ({ context, search: { next, token } }) => {
    if (context.user) throw redirect({ href: safeNextPath(next) ?? homePathOf(context.user), replace: true });
    if (token === undefined) return;
    // See: [Note: Secrets are removed from URLs]
    stashToken('bot', token);
    throw redirect({ to: '/login', search: { next }, replace: true });
  },
  component: lazyLoginScreen(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});

const publicRoute = <const P extends string, K extends string>(path: P, load: LoadScreens<K>, name: K) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyScreen(load, name) });

// Routes of emailed links. They remove the token from the URL before anything is shown.

const passwordResetLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset/$resetToken',
  beforeLoad: ({ params }) => {
    stashToken('password_reset', params.resetToken);
    throw redirect({ to: '/password-reset', replace: true });
  },
});

const credentialsLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-credentials/$resetToken',
  beforeLoad: ({ params }) => {
    stashToken('credentials', params.resetToken);
    throw redirect({ to: '/reset-credentials', replace: true });
  },
});

const stopLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me/$stopToken',
  beforeLoad: ({ params }) => {
    stashToken('link_stop', params.stopToken);
    throw redirect({ to: '/not-me', replace: true });
  },
});

/** Public pages such as the privacy policy, which need no account. */
const publicPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/$name',
  beforeLoad: ({ params }) => {
    if (!['privacy', 'offer'].includes(params.name)) throw redirect({ to: '/', replace: true });
  },
  component: lazyScreen(() => import('../features/session/page-screen.tsx'), 'PageScreen'),
});

const RegisterScreen = lazyScreen(() => import('../features/session/register-screen.tsx'), 'RegisterScreen');

const registerParentRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: '_register',
  validateSearch: registerSearch,
  beforeLoad: ({ context }) => {
    if (context.user) throw redirect({ to: homePathOf(context.user), replace: true });
  },
});

const registerPlain = createRoute({
  getParentRoute: () => registerParentRoute,
  path: '/register',
  component: RegisterScreen,
});

const registerByLink = createRoute({
  getParentRoute: () => registerParentRoute,
  path: '/register/$promo',
  beforeLoad: async ({ params: { promo } }) => {
    // The promo code is stored first, because the connection may drop right after the link is opened.
    const { savePromo } = await import('../db/queries/registration.ts');
    await savePromo(promo, Date.now()).catch(() => {});
  },
  component: RegisterScreen,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.user ? homePathOf(context.user) : '/login', replace: true });
  },
});

const unknownPath = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location: { pathname } }) => {
    // A reload ends view mode. The path of a screen in view mode begins with the path of the screen that started it, so
    // the user is redirected to that screen.
    const personId = /^\/staff-dashboard\/view-as\/([^/]+)\//.exec(pathname)?.[1];
    if (personId) throw redirect({ to: '/staff-dashboard/view-as/$personId', params: { personId }, replace: true });
    throw redirect({ to: '/', replace: true });
  },
});

export const publicRoutes = [
  startRoute,
  loginRoute,
  unknownPath,
  publicPage,
  registerParentRoute.addChildren([registerPlain, registerByLink]),
  publicRoute('/recover-password', () => import('../features/session/recover-screen.tsx'), 'RecoverScreen'),
  passwordResetLink,
  publicRoute('/password-reset', () => import('../features/session/reset-screen.tsx'), 'ResetScreen'),
  credentialsLink,
  stopLink,
  publicRoute('/not-me', () => import('../features/session/not-me-screen.tsx'), 'NotMeScreen'),
  publicRoute('/reset-credentials', () => import('../features/session/credentials-screen.tsx'), 'CredentialsScreen'),
] as const;

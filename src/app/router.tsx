import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { stashToken, type TokenKind } from '../lib/url-secrets.ts';
import { Skeleton } from '../ui/states.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Frame } from './frame.tsx';
import { firstScreen, lazyScreen, type Load } from './lazy-screen.ts';
import { afterLogin, homeOf, safeNext, type Person } from './person.ts';

// Every path of the app with the role it needs. Each screen is a chunk of its own.

interface Context {
  /** Null while logged out. */
  person: Person | null;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

// Public routes

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { next?: unknown; token?: unknown } => ({
    next: search['next'],
    token: search['token'],
  }),
  beforeLoad: ({ context, search: { next, token } }) => {
    if (context.person) throw redirect({ href: safeNext(next) ?? afterLogin(context.person), replace: true });
    if (token === undefined) return;
    // See: [Note: Secrets are removed from URLs]
    stashToken('bot', typeof token === 'string' ? token : JSON.stringify(token));
    throw redirect({ to: '/login', search: { next }, replace: true });
  },
  component: lazyScreen(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});

const ofAnyone = <const P extends string, K extends string>(path: P, load: Load<K>, name: K) =>
  createRoute({ getParentRoute: () => root, path, component: lazyScreen(load, name) });

/** The token disappears from the URL before anything is shown. */
const byLink = <const P extends string>(path: P, kind: TokenKind) =>
  createRoute({
    getParentRoute: () => root,
    path: `${path}/$resetToken`,
    beforeLoad: ({ params }) => {
      stashToken(kind, (params as { resetToken: string }).resetToken);
      throw redirect({ to: path, replace: true });
    },
  });

/** Pages that are public without an account. */
const page = createRoute({
  getParentRoute: () => root,
  path: '/pages/$name',
  beforeLoad: ({ params }) => {
    if (!['privacy', 'offer'].includes(params.name)) throw redirect({ to: '/', replace: true });
  },
  component: lazyScreen(() => import('../features/session/page-screen.tsx'), 'PageScreen'),
});

const RegisterScreen = lazyScreen(() => import('../features/session/register-screen.tsx'), 'RegisterScreen');

const savedPromoCode = async (promo: string): Promise<void> =>
  (await import('../db/queries/registration.ts')).savePromo(promo, Date.now());

const register = createRoute({
  getParentRoute: () => root,
  id: 'register',
  beforeLoad: async ({ context, params }) => {
    const { promo } = params as { promo?: string };
    if (context.person) throw redirect({ href: afterLogin(context.person), replace: true });
    // Stored before anything else: the link may have been opened just before the connection drops.
    if (promo) await savedPromoCode(promo).catch(() => {});
  },
});

const ofRegister = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => register, path, component: RegisterScreen });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.person ? homeOf(context.person) : '/login', replace: true });
  },
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

// Member routes

const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: ({ context, location }) => {
    if (context.person) return;
    const next = safeNext(location.href);
    throw redirect({ to: '/login', search: next === null ? {} : { next }, replace: true });
  },
  component: Frame,
});

const ofMember = <const P extends string, K extends string>(path: P, load: Load<K>, name: K) =>
  createRoute({ getParentRoute: () => member, path, component: lazyScreen(load, name) });

/** One that a log-in leads to. */
const ofMemberFirst = <const P extends string, K extends string>(path: P, load: Load<K>, name: K) =>
  createRoute({ getParentRoute: () => member, path, component: firstScreen(load, name) });

// One screen renders both: the list stays in place while contacts are opened beside it.
const contacts = createRoute({
  getParentRoute: () => member,
  id: 'contacts',
  component: lazyScreen(() => import('../features/contacts/contacts-screen.tsx'), 'ContactsScreen'),
});

const ofContacts = <const P extends string>(path: P) => createRoute({ getParentRoute: () => contacts, path });

const profile = createRoute({
  getParentRoute: () => member,
  path: '/profile',
  beforeLoad: () => {
    throw redirect({ to: '/profile/view', replace: true });
  },
});

const requests = createRoute({
  getParentRoute: () => member,
  path: '/requests',
  beforeLoad: () => {
    throw redirect({ to: '/help', replace: true });
  },
});

// Staff routes

const staff = createRoute({
  getParentRoute: () => member,
  id: 'staff',
  beforeLoad: ({ context }) => {
    if (!context.person?.is_staff) throw redirect({ to: '/', replace: true });
  },
});

const ofStaff = <const P extends string, K extends string>(path: P, load: Load<K>, name: K) =>
  createRoute({ getParentRoute: () => staff, path, component: lazyScreen(load, name) });

/** May be the target of a login. */
const ofStaffFirst = <const P extends string, K extends string>(path: P, load: Load<K>, name: K) =>
  createRoute({ getParentRoute: () => staff, path, component: firstScreen(load, name) });

const routeTree = root.addChildren([
  start,
  login,
  unknown,
  page,
  register.addChildren([ofRegister('/register'), ofRegister('/register/$promo')]),
  ofAnyone('/recover-password', () => import('../features/session/recover-screen.tsx'), 'RecoverScreen'),
  byLink('/password-reset', 'password_reset'),
  ofAnyone('/password-reset', () => import('../features/session/reset-screen.tsx'), 'ResetScreen'),
  byLink('/reset-credentials', 'credentials'),
  ofAnyone('/reset-credentials', () => import('../features/session/credentials-screen.tsx'), 'CredentialsScreen'),
  member.addChildren([
    ofMemberFirst('/dashboard', () => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
    ofMember('/lessons', () => import('../features/lessons/lessons-screen.tsx'), 'LessonsScreen'),
    ofMember('/lessons/category/$id', () => import('../features/lessons/category-screen.tsx'), 'CategoryScreen'),
    ofMember('/downloads', () => import('../features/downloads/downloads-screen.tsx'), 'DownloadsScreen'),
    ofMember('/lesson/view/$id', () => import('../features/lessons/lesson-screen.tsx'), 'LessonScreen'),
    ofMember('/books', () => import('../features/books/books-screen.tsx'), 'BooksScreen'),
    ofMember('/books/$id', () => import('../features/books/book-screen.tsx'), 'BookScreen'),
    ofMember('/books/$id/read', () => import('../features/books/reader-screen.tsx'), 'ReaderScreen'),
    ofMember('/news', () => import('../features/news/news-screen.tsx'), 'NewsScreen'),
    ofMember('/news/view/$id', () => import('../features/news/news-item-screen.tsx'), 'NewsItemScreen'),
    ofMember('/events', () => import('../features/events/events-screen.tsx'), 'EventsScreen'),
    ofMember('/events/view/$id', () => import('../features/events/event-screen.tsx'), 'EventScreen'),
    contacts.addChildren([ofContacts('/contacts'), ofContacts('/contacts/$id')]),
    ofMember('/contacts/new', () => import('../features/contacts/contact-edit-screen.tsx'), 'ContactNewScreen'),
    ofMember('/contacts/$id/edit', () => import('../features/contacts/contact-edit-screen.tsx'), 'ContactEditScreen'),
    ofMember('/contacts/categories', () => import('../features/contacts/categories-screen.tsx'), 'CategoriesScreen'),
    ofMember('/contacts/import', () => import('../features/contacts/import-screen.tsx'), 'ImportScreen'),
    ofMember('/calls/new', () => import('../features/calls/new-call-screen.tsx'), 'NewCallScreen'),
    ofMember('/calls/$id/edit', () => import('../features/calls/edit-call-screen.tsx'), 'EditCallScreen'),
    ofMember('/subscription', () => import('../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
    requests,
    ofMember('/help', () => import('../features/help/help-screen.tsx'), 'HelpScreen'),
    ofMember('/help/new', () => import('../features/help/new-request-screen.tsx'), 'NewRequestScreen'),
    ofMember('/help/$id', () => import('../features/help/request-screen.tsx'), 'RequestScreen'),
    profile,
    ofMember('/profile/view', () => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
    ofMember('/profile/edit', () => import('../features/profile/edit-screen.tsx'), 'ProfileEditScreen'),
    ofMember(
      '/profile/edit/$what',
      () => import('../features/profile/contact-change-screen.tsx'),
      'ContactChangeScreen',
    ),
    ofMember('/profile/settings', () => import('../features/profile/settings-screen.tsx'), 'SettingsScreen'),
    ofMember('/profile/password', () => import('../features/profile/password-screen.tsx'), 'PasswordScreen'),
    ofMember('/profile/devices', () => import('../features/devices/devices-screen.tsx'), 'DevicesScreen'),
    ofMember('/search', () => import('../features/search/search-screen.tsx'), 'SearchScreen'),
    ofMember('/sync', () => import('../features/sync-centre/sync-screen.tsx'), 'SyncScreen'),
    ofMember('/more', () => import('./more-screen.tsx'), 'MoreScreen'),
    staff.addChildren([
      ofStaff(
        '/profile/work-times',
        () => import('../features/employees/own-times-screen.tsx'),
        'OwnWorkingHoursScreen',
      ),
      ofStaff('/employees', () => import('../features/employees/employees-screen.tsx'), 'EmployeesScreen'),
      ofStaff('/employees/$id', () => import('../features/employees/employee-screen.tsx'), 'EmployeeScreen'),
      ofStaffFirst('/staff-dashboard', () => import('../features/tasks/today-screen.tsx'), 'TodayScreen'),
      ofStaff('/tasks', () => import('../features/tasks/tasks-screen.tsx'), 'TasksScreen'),
      ofStaff('/tickets', () => import('../features/tickets/tickets-screen.tsx'), 'TicketsScreen'),
      ofStaff('/tickets/new', () => import('../features/tickets/new-ticket-screen.tsx'), 'NewTicketScreen'),
      ofStaff('/user/new-request/$ticketId', () => import('../features/tickets/ticket-screen.tsx'), 'TicketScreen'),
      ofStaff('/tasks/$id', () => import('../features/tasks/task-screen.tsx'), 'TaskScreen'),
      ofStaff('/leads', () => import('../features/leads/leads-screen.tsx'), 'LeadsScreen'),
      ofStaff('/people', () => import('../features/people/people-screen.tsx'), 'PeopleScreen'),
      ofStaff('/leads/new', () => import('../features/people/lead-screens.tsx'), 'LeadNewScreen'),
      ofStaff('/user/view-details/$id/edit', () => import('../features/people/lead-screens.tsx'), 'PersonEditScreen'),
      ofStaff('/user/view-details/$id', () => import('../features/people/person-screen.tsx'), 'PersonScreen'),
    ]),
  ]),
]);

/** Creates a router for one person or none, so that its guards never mix two logins. */
export function createAppRouter(person: Person | null, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { person },
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: () => <Skeleton />,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

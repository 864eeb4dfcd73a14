import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import { newCallSearch } from '../features/calls/search-params.ts';
import { contactsSearch, editContactSearch, newContactSearch } from '../features/contacts/search-params.ts';
import { dashboardSearch } from '../features/dashboard/search-params.ts';
import { donationsSearch, editDonationSearch, newDonationSearch } from '../features/donations/search-params.ts';
import { eventsSearch } from '../features/events/search-params.ts';
import { newRequestSearch } from '../features/help/search-params.ts';
import { leadsSearch } from '../features/leads/search-params.ts';
import { categorySearch } from '../features/lessons/search-params.ts';
import { editPersonSearch, newLeadSearch, peopleSearch, personSearch } from '../features/people/search-params.ts';
import { searchSearch } from '../features/search/search-params.ts';
import { taskSearch, tasksSearch } from '../features/tasks/search-params.ts';
import { newTicketSearch, ticketsSearch } from '../features/tickets/search-params.ts';
import { allowsPrefetch } from '../lib/connection.ts';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { Skeleton } from '../ui/states.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Frame } from './frame.tsx';
import { firstScreen, lazyScreen, type Load } from './lazy-screen.ts';
import { safeNext, type Person } from './person.ts';
import { publicRoutes, root } from './public-routes.tsx';

// Every path that requires a login, with the role that it needs. Each screen is a separate chunk.

/** Reads the search parameters of a route. See src/lib/search-params.ts. */
type Validate<S> = (raw: Record<string, unknown>) => S;

// Member routes

const member = createRoute({
  getParentRoute: () => root,
  id: '_member',
  beforeLoad: ({ context, location }) => {
    if (context.person) return;
    const next = safeNext(location.href);
    throw redirect({ to: '/login', search: next === null ? {} : { next }, replace: true });
  },
  component: Frame,
});

const ofMember = <const P extends string, K extends string, S = object>(
  path: P,
  load: Load<K>,
  name: K,
  validateSearch?: Validate<S>,
) =>
  createRoute({
    getParentRoute: () => member,
    path,
    component: lazyScreen(load, name),
    ...(validateSearch && { validateSearch }),
  });

const dashboard = createRoute({
  getParentRoute: () => member,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: firstScreen(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
});

// One screen renders the list and the contact, so that the list stays in place while contacts are opened beside it.
const contacts = createRoute({
  getParentRoute: () => member,
  id: '_contacts',
  validateSearch: contactsSearch,
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

const request = createRoute({
  getParentRoute: () => member,
  path: '/requests/$requestId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/help/$ticketId', params: { ticketId: params.requestId }, replace: true });
  },
});

// Staff routes

const staff = createRoute({
  getParentRoute: () => member,
  id: '_staff',
  beforeLoad: ({ context }) => {
    if (!context.person?.is_staff) throw redirect({ to: '/', replace: true });
  },
});

const ofStaff = <const P extends string, K extends string, S = object>(
  path: P,
  load: Load<K>,
  name: K,
  validateSearch?: Validate<S>,
) =>
  createRoute({
    getParentRoute: () => staff,
    path,
    component: lazyScreen(load, name),
    ...(validateSearch && { validateSearch }),
  });

const today = createRoute({
  getParentRoute: () => staff,
  path: '/staff-dashboard',
  component: firstScreen(() => import('../features/tasks/today-screen.tsx'), 'TodayScreen'),
});

const routeTree = root.addChildren([
  ...publicRoutes,
  member.addChildren([
    dashboard,
    ofMember('/lessons', () => import('../features/lessons/lessons-screen.tsx'), 'LessonsScreen'),
    ofMember(
      '/lessons/category/$categoryId',
      () => import('../features/lessons/category-screen.tsx'),
      'CategoryScreen',
      categorySearch,
    ),
    ofMember('/downloads', () => import('../features/downloads/downloads-screen.tsx'), 'DownloadsScreen'),
    ofMember('/lesson/view/$lessonId', () => import('../features/lessons/lesson-screen.tsx'), 'LessonScreen'),
    ofMember('/books', () => import('../features/books/books-screen.tsx'), 'BooksScreen'),
    ofMember('/books/$bookId', () => import('../features/books/book-screen.tsx'), 'BookScreen'),
    ofMember('/books/$bookId/read', () => import('../features/books/reader-screen.tsx'), 'ReaderScreen'),
    ofMember('/news', () => import('../features/news/news-screen.tsx'), 'NewsScreen'),
    ofMember('/news/view/$itemId', () => import('../features/news/news-item-screen.tsx'), 'NewsItemScreen'),
    ofMember('/events', () => import('../features/events/events-screen.tsx'), 'EventsScreen', eventsSearch),
    ofMember('/events/view/$eventId', () => import('../features/events/event-screen.tsx'), 'EventScreen'),
    contacts.addChildren([ofContacts('/contacts'), ofContacts('/contacts/$contactId')]),
    ofMember(
      '/contacts/new',
      () => import('../features/contacts/contact-edit-screen.tsx'),
      'ContactNewScreen',
      newContactSearch,
    ),
    ofMember(
      '/contacts/$contactId/edit',
      () => import('../features/contacts/contact-edit-screen.tsx'),
      'ContactEditScreen',
      editContactSearch,
    ),
    ofMember('/contacts/categories', () => import('../features/contacts/categories-screen.tsx'), 'CategoriesScreen'),
    ofMember('/contacts/import', () => import('../features/contacts/import-screen.tsx'), 'ImportScreen'),
    ofMember('/calls/new', () => import('../features/calls/new-call-screen.tsx'), 'NewCallScreen', newCallSearch),
    ofMember('/calls/$callId/edit', () => import('../features/calls/edit-call-screen.tsx'), 'EditCallScreen'),
    ofMember('/subscription', () => import('../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
    ofMember('/subscription/history', () => import('../features/subscription/history-screen.tsx'), 'HistoryScreen'),
    ofMember(
      '/subscription/history/$lineId',
      () => import('../features/subscription/receipt-screen.tsx'),
      'ReceiptScreen',
    ),
    ofMember('/subscription/packages', () => import('../features/subscription/packages-screen.tsx'), 'PackagesScreen'),
    ofMember('/donate', () => import('../features/donations/donation-form-screens.tsx'), 'DonateScreen'),
    ofMember(
      '/donations',
      () => import('../features/donations/donations-screen.tsx'),
      'DonationsScreen',
      donationsSearch,
    ),
    ofMember('/donations/$donationId', () => import('../features/donations/donation-screen.tsx'), 'DonationScreen'),
    ofMember(
      '/donations/$donationId/edit',
      () => import('../features/donations/donation-form-screens.tsx'),
      'DonationEditScreen',
      editDonationSearch,
    ),
    requests,
    request,
    ofMember('/help', () => import('../features/help/help-screen.tsx'), 'HelpScreen'),
    ofMember(
      '/help/new',
      () => import('../features/help/new-request-screen.tsx'),
      'NewRequestScreen',
      newRequestSearch,
    ),
    ofMember('/help/$ticketId', () => import('../features/help/request-screen.tsx'), 'RequestScreen'),
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
    ofMember('/search', () => import('../features/search/search-screen.tsx'), 'SearchScreen', searchSearch),
    ofMember('/sync', () => import('../features/sync-centre/sync-screen.tsx'), 'SyncScreen'),
    ofMember('/more', () => import('./more-screen.tsx'), 'MoreScreen'),
    staff.addChildren([
      ofStaff(
        '/profile/work-times',
        () => import('../features/employees/own-times-screen.tsx'),
        'OwnWorkingHoursScreen',
      ),
      ofStaff('/employees', () => import('../features/employees/employees-screen.tsx'), 'EmployeesScreen'),
      ofStaff('/employees/$employeeId', () => import('../features/employees/employee-screen.tsx'), 'EmployeeScreen'),
      today,
      ofStaff('/tasks', () => import('../features/tasks/tasks-screen.tsx'), 'TasksScreen', tasksSearch),
      ofStaff('/tickets', () => import('../features/tickets/tickets-screen.tsx'), 'TicketsScreen', ticketsSearch),
      ofStaff(
        '/tickets/new',
        () => import('../features/tickets/new-ticket-screen.tsx'),
        'NewTicketScreen',
        newTicketSearch,
      ),
      ofStaff('/user/new-request/$ticketId', () => import('../features/tickets/ticket-screen.tsx'), 'TicketScreen'),
      ofStaff('/tasks/$taskId', () => import('../features/tasks/task-screen.tsx'), 'TaskScreen', taskSearch),
      ofStaff('/leads', () => import('../features/leads/leads-screen.tsx'), 'LeadsScreen', leadsSearch),
      ofStaff('/people', () => import('../features/people/people-screen.tsx'), 'PeopleScreen', peopleSearch),
      ofStaff(
        '/donations/new',
        () => import('../features/donations/donation-form-screens.tsx'),
        'DonationNewScreen',
        newDonationSearch,
      ),
      ofStaff('/leads/new', () => import('../features/people/lead-screens.tsx'), 'LeadNewScreen', newLeadSearch),
      ofStaff(
        '/user/view-details/$personId/edit',
        () => import('../features/people/lead-screens.tsx'),
        'PersonEditScreen',
        editPersonSearch,
      ),
      ofStaff(
        '/user/view-details/$personId',
        () => import('../features/people/person-screen.tsx'),
        'PersonScreen',
        personSearch,
      ),
    ]),
  ]),
]);

/** Creates a router for a single login (or for none), so that its guards never mix up two users. */
export function createAppRouter(person: Person | null, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { person },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // A screen's code loads when its link is touched or hovered.
    defaultPreload: allowsPrefetch() ? 'intent' : false,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: () => <Skeleton />,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

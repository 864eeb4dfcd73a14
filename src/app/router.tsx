import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import { paymentsSearch } from '../features/accounting/search-params.ts';
import { newCallSearch } from '../features/calls/search-params.ts';
import { contactsSearch, newContactSearch } from '../features/contacts/search-params.ts';
import { donationsSearch, editDonationSearch, newDonationSearch } from '../features/donations/search-params.ts';
import { employeesSearch } from '../features/employees/search-params.ts';
import { eventsSearch } from '../features/events/search-params.ts';
import { editFlowSearch, flowsSearch } from '../features/flows/search-params.ts';
import { newRequestSearch } from '../features/help/search-params.ts';
import { leadsSearch } from '../features/leads/search-params.ts';
import { categorySearch } from '../features/lessons/search-params.ts';
import {
  editPersonSearch,
  newLeadSearch,
  partnersSearch,
  peopleSearch,
  personSearch,
} from '../features/people/search-params.ts';
import { searchScreenSearch } from '../features/search/search-params.ts';
import { taskSearch, tasksSearch } from '../features/tasks/search-params.ts';
import { teamSearch } from '../features/team/search-params.ts';
import { newTicketSearch, ticketsSearch } from '../features/tickets/search-params.ts';
import { allowsPrefetch } from '../lib/connection.ts';
import { parseSearch, shareSearch, stringifySearch } from '../lib/search-params.ts';
import { Skeleton } from '../ui/states.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { adminRoutes } from './admin-routes.ts';
import { importRoutes } from './import-routes.ts';
import { dashboardRoute, todayRoute } from './home-routes.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { memberParentRoute, memberRoute, staffParentRoute, staffRoute } from './member-route.ts';
import type { CurrentUser } from './current-user.ts';
import { publicRoutes, rootRoute } from './public-routes.tsx';
import { statisticsRoutes } from './statistics-routes.ts';

// The routes of all screens that require a login. The parent route determines the required role. The code of each
// screen is a separate chunk.

// One component renders both the list and the open contact, so that the list keeps its state while contacts are opened
// beside it.
const contactsParentRoute = createRoute({
  getParentRoute: () => memberParentRoute,
  id: '_contacts',
  validateSearch: contactsSearch,
  component: lazyScreen(() => import('../features/contacts/contacts-screen.tsx'), 'ContactsScreen'),
});

const contactsRoute = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => contactsParentRoute, path });

// One component renders both the tree and the open person, so that the tree keeps its state while people are opened.
const teamParentRoute = createRoute({
  getParentRoute: () => memberParentRoute,
  id: '_team',
  validateSearch: teamSearch,
  component: lazyScreen(() => import('../features/team/team-screen.tsx'), 'TeamScreen'),
});

const teamRoute = <const P extends string>(path: P) => createRoute({ getParentRoute: () => teamParentRoute, path });

const redirectRoute = <const P extends string>(path: P, to: '/profile/view' | '/help') =>
  createRoute({
    getParentRoute: () => memberParentRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const profileRedirect = redirectRoute('/profile', '/profile/view');
const requestsRedirect = redirectRoute('/requests', '/help');

const requestRedirect = createRoute({
  getParentRoute: () => memberParentRoute,
  path: '/requests/$requestId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/help/$ticketId', params: { ticketId: params.requestId }, replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  memberParentRoute.addChildren([
    dashboardRoute,
    memberRoute('/lessons', () => import('../features/lessons/lessons-screen.tsx'), 'LessonsScreen'),
    memberRoute(
      '/lessons/category/$categoryId',
      () => import('../features/lessons/category-screen.tsx'),
      'CategoryScreen',
      categorySearch,
    ),
    memberRoute('/downloads', () => import('../features/downloads/downloads-screen.tsx'), 'DownloadsScreen'),
    memberRoute('/lesson/view/$lessonId', () => import('../features/lessons/lesson-screen.tsx'), 'LessonScreen'),
    memberRoute('/books', () => import('../features/books/books-screen.tsx'), 'BooksScreen'),
    memberRoute('/books/$bookId', () => import('../features/books/book-screen.tsx'), 'BookScreen'),
    memberRoute('/books/$bookId/read', () => import('../features/books/reader-screen.tsx'), 'ReaderScreen'),
    memberRoute('/news', () => import('../features/news/news-screen.tsx'), 'NewsScreen'),
    memberRoute('/news/view/$itemId', () => import('../features/news/news-item-screen.tsx'), 'NewsItemScreen'),
    memberRoute('/inbox', () => import('../features/inbox/inbox-screen.tsx'), 'InboxScreen'),
    memberRoute('/events', () => import('../features/events/events-screen.tsx'), 'EventsScreen', eventsSearch),
    memberRoute('/events/view/$eventId', () => import('../features/events/event-screen.tsx'), 'EventScreen'),
    contactsParentRoute.addChildren([contactsRoute('/contacts'), contactsRoute('/contacts/$contactId')]),
    memberRoute(
      '/contacts/new',
      () => import('../features/contacts/contact-edit-screen.tsx'),
      'ContactNewScreen',
      newContactSearch,
    ),
    memberRoute(
      '/contacts/$contactId/edit',
      () => import('../features/contacts/contact-edit-screen.tsx'),
      'ContactEditScreen',
      contactsSearch,
    ),
    memberRoute('/contacts/categories', () => import('../features/contacts/categories-screen.tsx'), 'CategoriesScreen'),
    memberRoute(
      '/contacts/import',
      () => import('../features/contacts/import-screen.tsx'),
      'ImportScreen',
      shareSearch,
    ),
    teamParentRoute.addChildren([teamRoute('/team'), teamRoute('/team/$personId')]),
    memberRoute('/team/invite', () => import('../features/team/invite-screen.tsx'), 'InviteScreen'),
    memberRoute('/calls/new', () => import('../features/calls/new-call-screen.tsx'), 'NewCallScreen', newCallSearch),
    memberRoute('/calls/$callId/edit', () => import('../features/calls/edit-call-screen.tsx'), 'EditCallScreen'),
    memberRoute(
      '/subscription',
      () => import('../features/subscription/subscription-screen.tsx'),
      'SubscriptionScreen',
    ),
    memberRoute('/subscription/history', () => import('../features/subscription/history-screen.tsx'), 'HistoryScreen'),
    memberRoute(
      '/subscription/history/$lineId',
      () => import('../features/subscription/receipt-screen.tsx'),
      'ReceiptScreen',
    ),
    memberRoute(
      '/subscription/packages',
      () => import('../features/subscription/packages-screen.tsx'),
      'PackagesScreen',
    ),
    memberRoute('/donate', () => import('../features/donations/donate-screen.tsx'), 'DonateScreen'),
    memberRoute('/donate/paid', () => import('../features/donations/donation-form-screens.tsx'), 'DonatePaidScreen'),
    memberRoute(
      '/donations',
      () => import('../features/donations/donations-screen.tsx'),
      'DonationsScreen',
      donationsSearch,
    ),
    memberRoute('/donations/$donationId', () => import('../features/donations/donation-screen.tsx'), 'DonationScreen'),
    memberRoute(
      '/donations/$donationId/edit',
      () => import('../features/donations/donation-form-screens.tsx'),
      'DonationEditScreen',
      editDonationSearch,
    ),
    memberRoute('/flows', () => import('../features/flows/flows-screen.tsx'), 'FlowsScreen', flowsSearch),
    memberRoute('/flows/new', () => import('../features/flows/new/new-flow-screen.tsx'), 'NewFlowScreen'),
    memberRoute(
      '/flows/edit_landing/$flowId',
      () => import('../features/flows/editor/editor-screen.tsx'),
      'FlowEditorScreen',
      editFlowSearch,
    ),
    requestsRedirect,
    requestRedirect,
    memberRoute('/help', () => import('../features/help/help-screen.tsx'), 'HelpScreen'),
    memberRoute(
      '/help/new',
      () => import('../features/help/new-request-screen.tsx'),
      'NewRequestScreen',
      newRequestSearch,
    ),
    memberRoute('/help/offline', () => import('../features/help/offline-guide-screen.tsx'), 'OfflineGuideScreen'),
    memberRoute('/help/$ticketId', () => import('../features/help/request-screen.tsx'), 'RequestScreen'),
    profileRedirect,
    memberRoute('/profile/view', () => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
    memberRoute('/profile/edit', () => import('../features/profile/edit-screen.tsx'), 'ProfileEditScreen'),
    memberRoute(
      '/profile/edit/$what',
      () => import('../features/profile/contact-change-screen.tsx'),
      'ContactChangeScreen',
    ),
    memberRoute('/profile/settings', () => import('../features/profile/settings-screen.tsx'), 'SettingsScreen'),
    memberRoute('/profile/password', () => import('../features/profile/password-screen.tsx'), 'PasswordScreen'),
    memberRoute('/profile/devices', () => import('../features/devices/devices-screen.tsx'), 'DevicesScreen'),
    memberRoute('/search', () => import('../features/search/search-screen.tsx'), 'SearchScreen', searchScreenSearch),
    memberRoute('/share', () => import('./share/share-screen.tsx'), 'ShareScreen', shareSearch),
    memberRoute('/sync', () => import('../features/sync-centre/sync-screen.tsx'), 'SyncScreen'),
    memberRoute('/more', () => import('./more-screen.tsx'), 'MoreScreen'),
    staffParentRoute.addChildren([
      staffRoute(
        '/profile/work-times',
        () => import('../features/employees/own-times-screen.tsx'),
        'OwnWorkingHoursScreen',
      ),
      staffRoute(
        '/payments',
        () => import('../features/accounting/payments-screen.tsx'),
        'PaymentsScreen',
        paymentsSearch,
      ),
      staffRoute('/accounting', () => import('../features/accounting/accounting-screen.tsx'), 'AccountingScreen'),
      staffRoute(
        '/staff-dashboard/view-as/$personId',
        () => import('../features/view-as/view-as-screen.tsx'),
        'ViewAsScreen',
      ),
      staffRoute(
        '/employees',
        () => import('../features/employees/employees-screen.tsx'),
        'EmployeesScreen',
        employeesSearch,
      ),
      staffRoute('/employees/$employeeId', () => import('../features/employees/employee-screen.tsx'), 'EmployeeScreen'),
      adminRoutes,
      todayRoute,
      staffRoute('/tasks', () => import('../features/tasks/tasks-screen.tsx'), 'TasksScreen', tasksSearch),
      staffRoute('/tickets', () => import('../features/tickets/tickets-screen.tsx'), 'TicketsScreen', ticketsSearch),
      staffRoute(
        '/tickets/new',
        () => import('../features/tickets/new-ticket-screen.tsx'),
        'NewTicketScreen',
        newTicketSearch,
      ),
      staffRoute('/user/new-request/$ticketId', () => import('../features/tickets/ticket-screen.tsx'), 'TicketScreen'),
      staffRoute('/tasks/$taskId', () => import('../features/tasks/task-screen.tsx'), 'TaskScreen', taskSearch),
      staffRoute('/leads', () => import('../features/leads/leads-screen.tsx'), 'LeadsScreen', leadsSearch),
      staffRoute(
        '/partners',
        () => import('../features/people/partner/partners-screen.tsx'),
        'PartnersScreen',
        partnersSearch,
      ),
      staffRoute('/partners/new', () => import('../features/people/lead-screens.tsx'), 'PartnerNewScreen'),
      ...importRoutes,
      ...statisticsRoutes,
      staffRoute('/people', () => import('../features/people/people-screen.tsx'), 'PeopleScreen', peopleSearch),
      staffRoute(
        '/donations/new',
        () => import('../features/donations/donation-form-screens.tsx'),
        'DonationNewScreen',
        newDonationSearch,
      ),
      staffRoute('/leads/new', () => import('../features/people/lead-screens.tsx'), 'LeadNewScreen', newLeadSearch),
      staffRoute(
        '/user/view-details/$personId/edit',
        () => import('../features/people/lead-screens.tsx'),
        'PersonEditScreen',
        editPersonSearch,
      ),
      staffRoute(
        '/user/view-details/$personId',
        () => import('../features/people/person-screen.tsx'),
        'PersonScreen',
        personSearch,
      ),
    ]),
  ]),
]);

/**
 * Creates the router for a logged-in user, or for visitors without a login. Each login gets a new router, so that route
 * guards never use the role of a different user. `basepath` is the prefix of all paths in view mode.
 */
export function createAppRouter(user: CurrentUser | null, history: RouterHistory, basepath = '/') {
  return createRouter({
    routeTree,
    history,
    basepath,
    context: { user },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // The code of a screen is loaded when the user touches or hovers a link to it.
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

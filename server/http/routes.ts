import { accountingRoutes } from '../features/accounting/routes.ts';
import { adminRoutes } from '../features/admin/routes.ts';
import { blobRoutes } from '../features/blobs/routes.ts';
import { purchaseHandler } from '../features/books/purchase.ts';
import { bookRoutes } from '../features/books/routes.ts';
import { chatbotRoutes } from '../features/chatbot/routes.ts';
import { choiceRoutes } from '../features/choices/routes.ts';
import { commentRoutes } from '../features/comments/routes.ts';
import { contactRoutes } from '../features/contacts/routes.ts';
import { donationHandler, paymentRoutes } from '../features/donations/routes.ts';
import { employeeRoutes } from '../features/employees/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { flowRoutes } from '../features/flows/routes.ts';
import { importRoutes } from '../features/imports/routes.ts';
import { lessonRoutes } from '../features/lessons/routes.ts';
import { newsRoutes } from '../features/news/routes.ts';
import { pageRoutes, type PageOptions } from '../features/pages/routes.ts';
import type { PurchaseOptions } from '../features/payments/payments.ts';
import { partnerRoutes } from '../features/partners/routes.ts';
import { peopleRoutes } from '../features/people/routes.ts';
import { statisticsRoutes } from '../features/statistics/routes.ts';
import { packagePurchaseHandler } from '../features/subscription/purchase.ts';
import { subscriptionRoutes } from '../features/subscription/routes.ts';
import { taskRoutes } from '../features/tasks/routes.ts';
import { teamRoutes } from '../features/team/routes.ts';
import { ticketRoutes } from '../features/tickets/routes.ts';
import { staffTicketRoutes } from '../features/tickets/staff-routes.ts';
import type { CallHandlers, PaymentHandlers } from '../handlers.ts';

export type RouteOptions = PageOptions & PurchaseOptions;

/** Calls of the accounts feature. Their handlers are created separately, because they need other dependencies. */
type AccountCall = Extract<
  keyof CallHandlers,
  `accounts.${string}` | `own.${string}` | `view_as.${string}` | `push.${string}`
>;

/**
 * Collects one handler per documented call; a missing handler is a compile error. The handlers of sync calls are in
 * server/sync/sync-calls.ts.
 */
export function callHandlers(accounts: Pick<CallHandlers, AccountCall>, options: RouteOptions): CallHandlers {
  return {
    ...accounts,
    ...pageRoutes(options),
    ...lessonRoutes,
    ...commentRoutes,
    ...newsRoutes,
    ...bookRoutes,
    ...eventRoutes,
    ...subscriptionRoutes,
    ...taskRoutes,
    ...ticketRoutes,
    ...staffTicketRoutes,
    ...chatbotRoutes,
    ...employeeRoutes,
    ...peopleRoutes,
    ...partnerRoutes,
    ...teamRoutes,
    ...contactRoutes,
    ...flowRoutes(options),
    ...importRoutes,
    ...choiceRoutes,
    ...paymentRoutes(options),
    ...accountingRoutes,
    ...adminRoutes(options),
    ...statisticsRoutes,
    ...blobRoutes,
  };
}

/** Handlers of calls that send a request to the payment provider. */
export const paymentHandlers = (options: PurchaseOptions): PaymentHandlers => ({
  'books.purchase': purchaseHandler(options),
  'subscription.package_purchase': packagePurchaseHandler(options),
  'payments.donation': donationHandler(options),
});

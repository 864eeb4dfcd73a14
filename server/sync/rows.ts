import type { RowSources } from '../handlers.ts';
import { meRows } from '../features/accounts/rows.ts';
import { bookRows, bookShelfRows } from '../features/books/rows.ts';
import { commentRows } from '../features/comments/rows.ts';
import { contactCategoryRows, contactRows } from '../features/contacts/rows.ts';
import { recurringDonationRows } from '../features/donations/recurring-rows.ts';
import { donationRows } from '../features/donations/rows.ts';
import { employeeRows } from '../features/employees/rows.ts';
import { eventAnswerRows, eventRows } from '../features/events/rows.ts';
import { flowRows, flowStatsRows, landingBlockRows } from '../features/flows/rows.ts';
import { handoverRows } from '../features/handovers/rows.ts';
import { interactionRows } from '../features/interactions/rows.ts';
import { categoryRows, lessonProgressRows, lessonRows } from '../features/lessons/rows.ts';
import { newsReadRows, newsRows } from '../features/news/rows.ts';
import { notificationRows } from '../features/notifications/rows.ts';
import { peopleRows, personEventRows, waitingLeadRows } from '../features/people/rows.ts';
import { savedViewRows } from '../features/saved-views/rows.ts';
import { packageRows, subscriptionRows } from '../features/subscription/rows.ts';
import { taskRows } from '../features/tasks/rows.ts';
import { staffTicketRows } from '../features/tickets/staff-rows.ts';
import { ticketRows } from '../features/tickets/rows.ts';
import { accountViewRows } from '../features/view-as/rows.ts';

/** The row source of each entity, from which pulls read. */
export const rowSources: RowSources = {
  me: meRows,
  tasks: taskRows,
  tickets: ticketRows,
  staff_tickets: staffTicketRows,
  subscriptions: subscriptionRows,
  handovers: handoverRows,
  employees: employeeRows,
  people: peopleRows,
  waiting_leads: waitingLeadRows,
  person_events: personEventRows,
  contacts: contactRows,
  contact_categories: contactCategoryRows,
  interactions: interactionRows,
  donations: donationRows,
  recurring_donations: recurringDonationRows,
  lesson_progress: lessonProgressRows,
  news_reads: newsReadRows,
  event_answers: eventAnswerRows,
  flows: flowRows,
  landing_blocks: landingBlockRows,
  flow_stats: flowStatsRows,
  notifications: notificationRows,
  account_views: accountViewRows,
  saved_views: savedViewRows,
  categories: categoryRows,
  lessons: lessonRows,
  comments: commentRows,
  news: newsRows,
  events: eventRows,
  packages: packageRows,
  books: bookRows,
  book_shelf: bookShelfRows,
};

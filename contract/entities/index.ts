import { accountViews } from './account-view.ts';
import { bookShelf } from './book-shelf.ts';
import { books } from './book.ts';
import { categories } from './category.ts';
import { comments } from './comment.ts';
import { contactCategories } from './contact-category.ts';
import { contacts } from './contact.ts';
import type { Entity } from './define.ts';
import { donations } from './donation.ts';
import { employees } from './employee.ts';
import { eventAnswers } from './event-answer.ts';
import { events } from './event.ts';
import { flowStats } from './flow-stats.ts';
import { flows } from './flow.ts';
import { handovers } from './handover.ts';
import { interactions } from './interaction.ts';
import { landingBlocks } from './landing-block.ts';
import { lessonProgress } from './lesson-progress.ts';
import { lessons } from './lesson.ts';
import { me } from './me.ts';
import { newsReads } from './news-read.ts';
import { news } from './news.ts';
import { notifications } from './notification.ts';
import { packages } from './package.ts';
import { people } from './person.ts';
import { personEvents } from './person-event.ts';
import { recurringDonations } from './recurring-donation.ts';
import { savedViews } from './saved-view.ts';
import { staffTickets } from './staff-ticket.ts';
import type { EntityName } from './stores.ts';
import { subscriptions } from './subscription.ts';
import { tasks } from './task.ts';
import { tickets } from './ticket.ts';
import { waitingLeads } from './waiting-lead.ts';

/** The list of all entities by name. The names are used on the wire and as table names in the phone's database. */
export const entities = {
  me,
  tasks,
  tickets,
  staff_tickets: staffTickets,
  subscriptions,
  handovers,
  people,
  waiting_leads: waitingLeads,
  person_events: personEvents,
  employees,
  contacts,
  contact_categories: contactCategories,
  interactions,
  donations,
  recurring_donations: recurringDonations,
  lesson_progress: lessonProgress,
  news_reads: newsReads,
  event_answers: eventAnswers,
  flows,
  landing_blocks: landingBlocks,
  flow_stats: flowStats,
  notifications,
  account_views: accountViews,
  saved_views: savedViews,
  categories,
  lessons,
  comments,
  news,
  events,
  packages,
  books,
  book_shelf: bookShelf,
} satisfies Record<EntityName, unknown>;

export type RowOf<K extends EntityName> = (typeof entities)[K] extends Entity<infer Row> ? Row : never;

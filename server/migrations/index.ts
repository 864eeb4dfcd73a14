import type { Tx } from '../db/tables.ts';
import * as coreTables from './0001_core_tables.ts';
import * as contacts from './0002_contacts.ts';
import * as deviceSessions from './0003_device_sessions.ts';
import * as accounts from './0004_accounts.ts';
import * as news from './0005_news.ts';
import * as books from './0006_books.ts';
import * as tickets from './0007_tickets.ts';
import * as lessonMedia from './0008_lesson_media.ts';
import * as revIndexes from './0009_rev_indexes.ts';
import * as people from './0010_people.ts';
import * as staffTickets from './0011_staff_tickets.ts';
import * as workTimes from './0012_work_times.ts';
import * as taskContacts from './0013_task_contacts.ts';
import * as actionLog from './0014_action_log.ts';
import * as standardNames from './0015_standard_names.ts';
import * as dailyCounts from './0016_daily_counts.ts';
import * as privateTargets from './0017_private_targets.ts';
import * as requestCounts from './0018_request_counts.ts';
import * as searchTexts from './0019_search_texts.ts';
import * as readingReview from './0020_reading_review.ts';
import * as epochs from './0021_epochs.ts';
import * as payments from './0022_payments.ts';
import * as subscriptions from './0023_subscriptions.ts';
import * as donations from './0024_donations.ts';
import * as cardDonations from './0025_card_donations.ts';
import * as registrationDiscount from './0026_registration_discount.ts';
import * as epochTimes from './0027_epoch_times.ts';
import * as accounting from './0028_accounting.ts';
import * as team from './0029_team.ts';
import * as landingPages from './0030_landing_pages.ts';
import * as peopleTable from './0031_people_table.ts';
import * as statistics from './0032_statistics.ts';
import * as imports from './0033_imports.ts';
import * as viewAs from './0034_view_as.ts';
import * as partners from './0035_partners.ts';
import * as admin from './0036_admin.ts';
import * as taskStarts from './0037_task_starts.ts';
import * as statisticsByRev from './0038_statistics_by_rev.ts';
import * as poolOrder from './0039_pool_order.ts';
import * as peopleFilters from './0040_people_filters.ts';
import * as notifications from './0041_notifications.ts';
import * as push from './0042_push.ts';
import * as savedViews from './0043_saved_views.ts';
import * as autoReturn from './0044_auto_return.ts';
import * as contactMerges from './0045_contact_merges.ts';
import * as weeklyGoal from './0046_weekly_goal.ts';
import * as jobLeases from './0047_job_leases.ts';
import * as importReview from './0048_import_review.ts';
import * as tableOrders from './0049_table_orders.ts';
import * as peopleOrders from './0050_people_orders.ts';
import * as fileStores from './0051_file_stores.ts';
import * as commentWindows from './0052_comment_windows.ts';
import * as monthPartitions from './0053_month_partitions.ts';
import * as hashPartitions from './0054_hash_partitions.ts';
import * as taskWindows from './0055_task_windows.ts';
import * as peopleSearch from './0056_people_search.ts';
import * as peopleOfEmployees from './0057_people_of_employees.ts';

export interface Migration {
  /**
   * The name recorded in the database. The name of a released migration never changes, even if its module is renamed.
   */
  name: string;
  up(tx: Tx): Promise<void>;
}

/** All migrations, in the order in which they run. A released migration never changes. */
export const migrations: readonly Migration[] = [
  coreTables,
  contacts,
  deviceSessions,
  accounts,
  news,
  books,
  tickets,
  lessonMedia,
  revIndexes,
  people,
  staffTickets,
  workTimes,
  taskContacts,
  actionLog,
  standardNames,
  dailyCounts,
  privateTargets,
  requestCounts,
  searchTexts,
  readingReview,
  epochs,
  payments,
  subscriptions,
  donations,
  cardDonations,
  registrationDiscount,
  epochTimes,
  accounting,
  team,
  landingPages,
  peopleTable,
  statistics,
  imports,
  viewAs,
  partners,
  admin,
  taskStarts,
  statisticsByRev,
  poolOrder,
  peopleFilters,
  notifications,
  push,
  savedViews,
  autoReturn,
  contactMerges,
  weeklyGoal,
  jobLeases,
  importReview,
  tableOrders,
  peopleOrders,
  fileStores,
  commentWindows,
  monthPartitions,
  hashPartitions,
  taskWindows,
  peopleSearch,
  peopleOfEmployees,
];

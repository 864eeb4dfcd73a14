import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Task } from '../../contract/entities/task.ts';
import type { WorkTimes } from '../../contract/entities/work-times.ts';
import type {
  BlobPartsTable,
  BlobsTable,
  BlobUploadsTable,
  ContactCategoriesTable,
  ContactsTable,
  HandoversTable,
  InteractionsTable,
} from './contact-tables.ts';
import type { AccountTables } from './account-tables.ts';
import type { LibraryItemsTable, BooksTable } from './book-tables.ts';
import type { DonationsTable, RecurringDonationsTable } from './donation-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { LandingTables } from './landing-tables.ts';
import type { MediaFilesTable, MediaChunksTable, StoredObjectsTable } from './media-tables.ts';
import type { NotificationTables, SettingColumns } from './notification-tables.ts';
import type { EventAnswersTable, EventsTable, NewsReadsTable, NewsTable } from './news-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { PartnerColumns, PeopleTables, ReturnTimes } from './people-tables.ts';
import type {
  PackagesTable,
  PromoUsesTable,
  SubscriptionLinesTable,
  SubscriptionsTable,
} from './subscription-tables.ts';
import type { SyncCounterTable, SyncDevicesTable, SyncOpsTable, AccessRevocationsTable } from './sync-tables.ts';
import type { StatisticsTables } from './statistics-tables.ts';
import type { TicketTables } from './ticket-tables.ts';
import type { GeneratedJson, Json, Synced } from './synced.ts';

// Both drivers return timestamps as ISO strings, int8 as numbers and jsonb as parsed values (see drivers.ts).

export interface UsersTable extends Synced, PartnerColumns, SettingColumns, ReturnTimes {
  id: string;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  token_version: number;
  first_name: string;
  last_name: string;
  middle_name: string | null;
  avatar_sha256: string | null;
  language: 'ru' | 'en' | 'de';
  theme: 'system' | 'light' | 'dark';
  text_size: 's' | 'm' | 'l' | 'xl';
  country: string | null;
  city: string | null;
  time_zone: string;
  date_birth: string | null;
  telegram: string | null;
  promo_code: string | null;
  referrer_id: string | null;
  responsible_id: string | null;
  status: 'waiting' | 'processing' | 'active' | 'not_active';
  subscribed_until: string | null;
  is_superuser: boolean;
  is_staff: boolean;
  is_manager: boolean;
  is_active: boolean;
  is_blocked: boolean;
  /** Key for encrypting unsent work, Base64. Created when a device first requests it. */
  outbox_key: string | null;
  /**
   * The time since which the person has been a lead in the pool, without a responsible employee; null for everyone
   * else.
   */
  waiting_since: string | null;
  source: 'registration' | 'landing' | 'import' | 'manual' | 'telegram' | null;
  /** When the person accepted the terms. */
  consent_at: string | null;
  /** Date on which the account will be deleted at its owner's request. */
  delete_at: string | null;
  address: Generated<string>;
  /** Notes of employees about the person; never sent to the person. */
  notes: Generated<string>;
  tags: GeneratedJson<string[]>;
  groups: GeneratedJson<string[]>;
  do_not_contact: Generated<boolean>;
  phone_invalid: Generated<boolean>;
  next_step_at: Generated<string | null>;
  /** The text in which searches look for words: `personSearchText` of the contract. */
  search: Generated<string>;
  /** Rev at which the person left the pool of waiting leads. */
  claimed_rev: Generated<number | null>;
  /**
   * For employees: maximum number of new leads per day (`daily_limit`), and weight in the automatic assignment of leads
   * (`rating`).
   */
  daily_limit: Generated<number>;
  rating: Generated<number>;
  /** Work times of an employee; null if none have been entered. */
  work_times: Json<WorkTimes> | null;
  /**
   * The time until which the person keeps access while a renewal is due or is retried; null if the person has no
   * subscription that renews.
   */
  grace_until: Generated<string | null>;
  /** Rev at which the person last gained or lost the access of a subscriber. */
  entitled_rev: Generated<number | null>;
  /** Rev at which the account last gained or lost a role. */
  roles_rev: Generated<number | null>;
  /** When the account lost its access, because it was blocked or deactivated; null if it has access. */
  blocked_at: Generated<string | null>;
  /** Whether the people above this member in the tree of referrers see the member's phone number and email address. */
  show_contact_to_team: Generated<boolean>;
  /** Set only for imported people. */
  gender: Generated<'m' | 'f' | 'x' | null>;
  work_zone: Generated<string>;
}

/** A row of `users`. */
export type User = Selectable<UsersTable>;

export interface CategoriesTable extends Synced {
  id: string;
  path: string;
  source_hash: string;
  slug: string;
  title: string;
  description: string;
  language: 'ru' | 'en' | 'de';
  color: string;
  position: number;
}

export interface LessonsTable extends Synced {
  id: string;
  path: string;
  source_hash: string;
  category_id: string;
  title: string;
  language: 'ru' | 'en' | 'de';
  position: number;
  duration_min: number;
  free: boolean;
  body: string;
  transcript: Generated<string>;
  media: Json<unknown[]>;
}

export interface LessonProgressTable {
  scope: string;
  user_id: string;
  lesson_id: string;
  rev: number;
  state: 'started' | 'done';
  scrolled: number;
  last_read_at: string;
  done_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface LessonSlicesTable {
  scope: string;
  user_id: string;
  id: string;
  lesson_id: string;
  from_at: string;
  to_at: string;
  active_s: number;
  received_at: string;
  needs_review: Generated<boolean>;
}

export interface CommentsTable extends Synced {
  id: string;
  thread: string;
  lesson_id: string | null;
  parent_id: string | null;
  author_id: string;
  text: string;
  claimed_at: string;
  edited_at: string | null;
  removed_at: string | null;
}

/** All fields of a task except the name of the linked person, which is joined. */
export interface TasksTable extends Synced, Omit<Task, keyof Synced | 'linked_name' | 'slices' | 'reminders'> {
  slices: Json<Task['slices']>;
  reminders: Json<number[]>;
}

/** Commands that were run on a task, and the earlier results of a reopened task. */
export interface TaskLogTable {
  scope: string;
  id: string;
  task_id: string;
  actor_id: string;
  command: string;
  claimed_at: string;
  corrected_at: string;
  received_at: string;
  detail: Json<Record<string, unknown>>;
}

/**
 * A refresh token. Using it issues the next token of the same family. If it is used again after the grace period, all
 * tokens of the family are revoked.
 */
export interface RefreshTokensTable {
  scope: string;
  id: string;
  family_id: string;
  user_id: string;
  token_hash: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
  /** The device to which the token was issued; null for a client without a device id. */
  device_id: string | null;
}

export interface LoginFailuresTable {
  scope: string;
  account: string;
  failures: number;
  last_at: string;
}

export interface AuditLogTable {
  scope: string;
  id: string;
  at: string;
  actor_id: string | null;
  action: string;
  target_id: string | null;
  ip: string | null;
  request_id: string | null;
  detail: Json<Record<string, unknown>>;
}

export interface MigrationsTable {
  name: string;
  applied_at: Generated<string>;
}

export interface Database
  extends
    AccountTables,
    TicketTables,
    PeopleTables,
    PaymentTables,
    LandingTables,
    StatisticsTables,
    ImportTables,
    NotificationTables {
  users: UsersTable;
  categories: CategoriesTable;
  lessons: LessonsTable;
  lesson_progress: LessonProgressTable;
  lesson_slices: LessonSlicesTable;
  comments: CommentsTable;
  news: NewsTable;
  news_reads: NewsReadsTable;
  events: EventsTable;
  event_answers: EventAnswersTable;
  books: BooksTable;
  library_items: LibraryItemsTable;
  packages: PackagesTable;
  subscriptions: SubscriptionsTable;
  subscription_lines: SubscriptionLinesTable;
  promo_uses: PromoUsesTable;
  tasks: TasksTable;
  task_log: TaskLogTable;
  contacts: ContactsTable;
  contact_categories: ContactCategoriesTable;
  interactions: InteractionsTable;
  handovers: HandoversTable;
  donations: DonationsTable;
  recurring_donations: RecurringDonationsTable;
  blobs: BlobsTable;
  blob_uploads: BlobUploadsTable;
  blob_parts: BlobPartsTable;
  media_files: MediaFilesTable;
  media_chunks: MediaChunksTable;
  stored_objects: StoredObjectsTable;
  sync_counter: SyncCounterTable;
  sync_ops: SyncOpsTable;
  access_revocations: AccessRevocationsTable;
  sync_devices: SyncDevicesTable;
  refresh_tokens: RefreshTokensTable;
  login_failures: LoginFailuresTable;
  audit_log: AuditLogTable;
  migrations: MigrationsTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** A scope, and the connection that reads its rows: a transaction, or the database if no transaction is needed. */
export interface Scoped {
  tx: Tx | Db;
  scope: string;
}

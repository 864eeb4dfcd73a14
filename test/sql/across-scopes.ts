/** Statements of one file that concern all organisations of a database. */
interface AcrossScopes {
  file: string;
  tables: readonly string[];
  /** Whether the file changes partitions, which contain rows of all organisations. */
  changesPartitions?: boolean;
}

/**
 * The statements that need not name a scope. They affect the whole database, and a distributed database executes them
 * on each of its machines: the hourly clean-up deletes what has expired, a new epoch begins in all organisations after
 * a restore, and the start of the server fills in the search texts of rows that are older than the search texts.
 */
export const acrossScopes: readonly AcrossScopes[] = [
  { file: 'server/jobs/clean-up.ts', tables: ['sync_counter'] },
  { file: 'server/jobs/partitions.ts', tables: [], changesPartitions: true },
  { file: 'server/jobs/runner.ts', tables: ['jobs'] },
  { file: 'server/features/blobs/repository.ts', tables: ['blob_uploads', 'blobs', 'landing_image_variants'] },
  {
    file: 'server/features/accounts/repository.ts',
    tables: ['request_counts', 'refresh_tokens', 'login_failures', 'daily_counts'],
  },
  { file: 'server/features/accounts/links.ts', tables: ['account_links'] },
  { file: 'server/features/push/subscriptions.ts', tables: ['push_subscriptions', 'users'] },
  { file: 'server/features/imports/old-imports.ts', tables: ['imports', 'import_rows'] },
  {
    file: 'server/landing/views/announce.ts',
    tables: ['landing_salts', 'landing_visitors', 'landing_journals'],
  },
  { file: 'server/sync/epoch.ts', tables: ['sync_counter'] },
  { file: 'server/db/search-text.ts', tables: ['contacts', 'users'] },
];

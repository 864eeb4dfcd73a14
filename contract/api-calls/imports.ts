import { Id, Instant } from '../fields.ts';
import { dispositions } from '../filter-values.ts';
import { importFields, importStates } from '../imports/fields.ts';
import { ImportSettingsSchema, IssueSchema } from '../imports/settings.ts';
import { PageQuery, paged } from '../paging.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

/** An import of people from a file, with the counts of its plan and the progress of its run. */
export const ImportRow = z.object({
  id: Id,
  filename: z.string(),
  /** Number of rows. The counts are those of the plan until the import has run, then those of the result. */
  total: z.int(),
  /** Rows that are imported: created, updated or already the same. */
  success: z.int(),
  skipped: z.int(),
  /** Imported rows with a remark. */
  warnings: z.int(),
  failed: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  state: z.enum(importStates),
  /** Number of rows that the run has gone through. */
  done: z.int(),
  /** Number of rows that an undo has taken back, and of those it has left because someone changed them since. */
  reverted: z.int(),
  kept: z.int(),
  /** Identifies the plan; a run names the plan that was shown. Null before the first preview. */
  plan_hash: z.nullable(z.string()),
  /** When the plan was computed. */
  planned_at: z.nullable(Instant),
  /** How many rows the plan decides otherwise than the plan before it. */
  changed: z.int(),
  created_by: Id,
  created_by_name: z.string(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
  /** Until when the import can be undone; null if it cannot. */
  undo_until: z.nullable(Instant),
  /** When the same file was imported before; null if it was not. */
  same_file_at: z.nullable(Instant),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** A row of the plan or of the result. */
export const ImportPlanRow = z.object({
  index: z.int(),
  line: z.int(),
  disposition: z.enum(dispositions),
  cells: z.array(z.string()),
  issues: z.array(IssueSchema),
  /** The changed fields of an update. */
  fields: z.array(z.string()),
  person: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type ImportPlanRow = z.infer<typeof ImportPlanRow>;

/** An uploaded file, with its format, the names of its columns, and the field suggested for each. */
export const SavedImport = z.extend(ImportRow, {
  encoding: z.string(),
  delimiter: z.string(),
  columns: z.array(z.object({ name: z.string(), field: z.nullable(z.enum(importFields)) })),
});

const WithId = z.strictObject({ id: Id });

export const importCalls = {
  'imports.list': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/list/',
    roles: staff,
    summary: 'Imports of the caller and, for managers, of their team; admins see all. With `id`, only that import',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ id: z.optional(Id) }),
    reply: paged(ImportRow),
  }),
  'imports.save': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/save/',
    roles: staff,
    summary: 'Upload a CSV file of at most 10 MB, 20,000 rows and 60 columns; nothing is imported yet',
    idempotent: true,
    encoding: 'multipart',
    files: ['file'],
    raw_file: true,
    body: z.strictObject({
      id: z.optional(Id),
      filename: z.optional(z.string().check(z.maxLength(255, { error: 'too_long' }))),
      /** Takes the place of the file in a body without one, which is refused. */
      file: z.optional(z.null()),
    }),
    status: 201,
    per_minute: 30,
    reply: SavedImport,
  }),
  'imports.start': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/start/',
    roles: staff,
    summary:
      'With `preview`, compute what the import would do; without, run the plan `plan_hash` in the background. 409 `plan_changed` if the people have changed since',
    idempotent: false,
    body: z.strictObject({
      id: Id,
      preview: z._default(z.boolean(), false),
      /** Required for a preview; a run uses those of the preview. */
      settings: z.optional(ImportSettingsSchema),
      plan_hash: z.optional(z.string().check(z.maxLength(64))),
    }),
    per_minute: 60,
    reply: ImportRow,
  }),
  'imports.rows': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/rows/',
    roles: staff,
    summary: 'Rows of the plan or of the result with one disposition, or with remarks, in the order of the file',
    idempotent: false,
    query: z.strictObject({
      page: PageQuery.shape.page,
      page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    body: z.strictObject({ id: Id, only: z._default(z.enum([...dispositions, 'warning']), 'error') }),
    reply: paged(ImportPlanRow),
  }),
  'imports.cancel': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/cancel/',
    roles: staff,
    summary: 'Stop a running import after its current batch; what was imported stays and can be undone',
    idempotent: true,
    body: WithId,
    reply: ImportRow,
  }),
  'imports.undo': defineCall({
    method: 'POST',
    path: '/api/accounts/import_users/undo/',
    roles: staff,
    summary: 'Take an import back within 7 days, except for people who were changed since',
    idempotent: true,
    body: WithId,
    reply: ImportRow,
  }),
};

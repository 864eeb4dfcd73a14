import { Id, Instant } from '../fields.ts';
import { dispositions } from '../filter-values.ts';
import { importFields, importStates, keptReasons, rowGroups } from '../imports/fields.ts';
import { ImportSettingsSchema, IssueSchema } from '../imports/settings.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { importOrders } from '../table-orders.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

/** An import of people from a file, with the counts of its plan and the progress of its run. */
export const ImportRow = z.object({
  id: Id,
  filename: z.string(),
  /**
   * Number of rows in the file. This count and the following ones describe the plan until the import has run, and the
   * result afterwards.
   */
  total: z.int(),
  /** Rows that are imported: created, updated, or unchanged because the person already had these values. */
  success: z.int(),
  skipped: z.int(),
  /** Imported rows with a warning. */
  warnings: z.int(),
  failed: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  state: z.enum(importStates),
  /** Number of rows that the run has processed so far. */
  done: z.int(),
  /**
   * Number of rows that an undo has `reverted`, and number of rows that it has `kept` because someone had changed the
   * person.
   */
  reverted: z.int(),
  kept: z.int(),
  /**
   * Hash of the plan; null before the first preview. The call that runs the import must send the hash of the plan that
   * the user has seen.
   */
  plan_hash: z.nullable(z.string()),
  /** When the plan was computed. */
  planned_at: z.nullable(Instant),
  /** Number of rows for which this plan differs from the previous plan. */
  changed: z.int(),
  created_by: Id,
  created_by_name: z.string(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
  /** The time until which the import can be undone; null if it cannot be undone. */
  undo_until: z.nullable(Instant),
  /**
   * The time when an employee last imported the same file; null if this never happened, or if that import was undone.
   */
  same_file_at: z.nullable(Instant),
  /** Name of the employee who last imported the same file. */
  same_file_by: z.nullable(z.string()),
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
  /** Disposition of the row in the previous plan, if the plan has changed since the user saw it; otherwise null. */
  was: z.nullable(z.enum(dispositions)),
  /** The reason why an undo kept the person; null if it did not. */
  kept: z.nullable(z.enum(keptReasons)),
});
export type ImportPlanRow = z.infer<typeof ImportPlanRow>;

/**
 * An import after the upload of its file: the detected file format, the column names, and the field suggested for each
 * column.
 */
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
    query: z.strictObject({
      ...PageQuery.shape,
      ordering: z._default(z.enum(importOrders, { error: 'invalid' }), '-created_at'),
    }),
    body: z.strictObject({ id: z.optional(Id) }),
    reply: pageSchema(ImportRow),
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
      /**
       * Only a multipart request can contain a file. This field exists so that a request without a file is refused with
       * an error on this field.
       */
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
      /** Settings of the import. They are required for a preview; a run uses the settings of its preview. */
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
    summary:
      'Rows of the plan or of the result in the order of the file: those with one disposition, with remarks, changed since the plan that the user saw, or kept by an undo',
    idempotent: false,
    query: z.strictObject({
      page: PageQuery.shape.page,
      page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    body: z.strictObject({ id: Id, only: z._default(z.enum([...dispositions, ...rowGroups]), 'error') }),
    reply: pageSchema(ImportPlanRow),
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

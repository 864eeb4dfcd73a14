import { entityNames } from './entities/stores.ts';
import { groups } from './entities/define.ts';
import { ErrorCode } from './error-code.ts';
import { Id, Instant } from './fields.ts';
import { z } from './zod.ts';

export const MAX_OPS = 100;
export const MAX_PUSH_BYTES = 256 * 1024;

const Rev = z.int().check(z.gte(0));

/**
 * Identifies the history of the server's database to which revisions and cursors belong. It changes after a restore,
 * and after a failover that lost writes. A request with another epoch is refused with `epoch_changed`.
 */
const Epoch = z.optional(z.string().check(z.maxLength(40)));

/**
 * A queued write as it is sent to the server. `kind` is the name of a write in contract/writes, and `args` are its
 * arguments. For a patch, `args` holds the new values and `base` the old ones. `at` is a time by the phone's clock;
 * `clock_offset_ms` is server time minus phone time.
 */
export const PushOp = z.strictObject({
  op_id: Id,
  lane: z.string().check(z.maxLength(120)),
  deps: z.array(Id).check(z.maxLength(20)),
  atomic_group: z.optional(Id),
  kind: z.string().check(z.maxLength(60)),
  v: z.int(),
  entity: z.enum(entityNames),
  id: Id,
  base_rev: Rev,
  args: z.unknown(),
  base: z.nullable(z.record(z.string(), z.unknown())),
  at: Instant,
  clock_offset_ms: z.int(),
  supersedes: z.optional(Id),
});
export type PushOp = z.infer<typeof PushOp>;

/** Request body of a push. If an op cannot be parsed, its result is 400; the other ops are not affected. */
export const PushBody = z.strictObject({
  proto: z.literal(1),
  device_id: Id,
  epoch: Epoch,
  app_version: z.optional(z.string().check(z.maxLength(40))),
  /** Device and browser name, shown in the list of devices. */
  device_name: z.optional(z.string().check(z.maxLength(80))),
  /** Number of writes that still wait on the phone in addition to this batch, and the time of the oldest one. */
  pending: z.optional(z.strictObject({ count: z.int().check(z.gte(0)), oldest_at: z.nullable(Instant) })),
  /**
   * Ops that the server accepted in an epoch that has ended, each with the server time of its acceptance. They are sent
   * again. Emails and Telegram messages that they caused are not sent again.
   */
  accepted: z.optional(z.array(z.strictObject({ op_id: Id, at: Instant })).check(z.maxLength(MAX_OPS))),
  ops: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_OPS)),
});

/**
 * Result of one op. 200: done; `row` is the current row, or null if it is deleted. 400, 403, 404, 409, 410, 422:
 * refused, with a `code`. 424: skipped because a dependency or an earlier op in its lane failed. 5xx: the phone
 * retries.
 */
export const PushResult = z.object({
  op_id: z.string(),
  status: z.int(),
  // A code that this version of the app does not know is dropped, so that only the status counts.
  code: z.catch(z.optional(ErrorCode), undefined),
  fields: z.optional(z.record(z.string(), z.unknown())),
  row: z.optional(z.unknown()),
  rev: z.optional(Rev),
  replayed: z.optional(z.boolean()),
  caused_by: z.optional(z.string()),
});
export type PushResult = z.infer<typeof PushResult>;

export const PushReply = z.object({ results: z.array(PushResult), rev: Rev, epoch: Epoch, server_time: Instant });
export type PushReply = z.infer<typeof PushReply>;

/** A field that two users changed: the original value and both new values. */
export const FieldConflict = z.object({
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
  theirs_by: z.nullable(z.string()),
  theirs_at: z.nullable(Instant),
  /** Name of the device on which the current user made the other change; absent if another user made it. */
  theirs_device: z.optional(z.string()),
});
export type FieldConflict = z.infer<typeof FieldConflict>;

const Cursor = z.coerce.number().check(z.int(), z.gte(0));

/**
 * A cursor is the rev up to which the phone has received a group. A group without a cursor is left out of the response.
 */
export const ChangesQuery = z.strictObject({
  epoch: Epoch,
  p0: z.optional(Cursor),
  p1: z.optional(Cursor),
  p2: z.optional(Cursor),
  p3: z.optional(Cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 500),
  device_id: z.optional(Id),
});

/**
 * A change to one row. `del`: the record was deleted. `gone` with the reason `access`: the reader lost access to it.
 */
export const Change = z.object({
  c: z.enum(entityNames),
  op: z.enum(['put', 'del', 'gone']),
  id: Id,
  rev: Rev,
  row: z.optional(z.unknown()),
  reason: z.optional(z.string()),
});
export type Change = z.infer<typeof Change>;

/** The rev up to which the phone has received each group. */
export const Cursors = z.object({ p0: z.optional(Rev), p1: z.optional(Rev), p2: z.optional(Rev), p3: z.optional(Rev) });
export type Cursors = z.infer<typeof Cursors>;

export const ChangesReply = z.object({
  changes: z.array(Change),
  /** Ops of this device whose effects are contained in the rows up to the new cursors. */
  acked: z.array(z.string()),
  cursors: Cursors,
  epoch: Epoch,
  has_more: z.boolean(),
  server_time: Instant,
});
export type ChangesReply = z.infer<typeof ChangesReply>;

export const SnapshotQuery = z.strictObject({
  epoch: Epoch,
  group: z.enum(groups),
  /** Opaque page token; absent for the first page. */
  page: z.optional(z.string().check(z.maxLength(300))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(2000)), 500),
  device_id: z.optional(Id),
});

/**
 * One page of a group. All pages show the state at the rev that was current when the first page was read (`as_of`).
 * `cursor` is set on the last page only.
 */
export const SnapshotReply = z.object({
  rows: z.array(z.object({ c: z.enum(entityNames), id: Id, rev: Rev, row: z.unknown() })),
  acked: z.array(z.string()),
  as_of: Rev,
  next: z.nullable(z.string()),
  cursor: z.nullable(Rev),
  epoch: Epoch,
  /** Number of rows in the group, for the progress display. */
  total: z.int(),
  /** Number of rows in all other groups; present only in the first page of the first group. */
  total_others: z.optional(z.int()),
  server_time: Instant,
});
export type SnapshotReply = z.infer<typeof SnapshotReply>;

export const DigestQuery = z.strictObject({ group: z.enum(groups) });

/**
 * Row count and hash per entity of a group on the server, as of its newest rev; see contract/digest.ts for the hash.
 */
export const DigestReply = z.object({
  as_of: Rev,
  entities: z.record(z.string(), z.object({ count: z.int(), hash: z.string() })),
});
export type DigestReply = z.infer<typeof DigestReply>;

/** A phone or browser on which a user is or was logged in. */
export const Device = z.object({
  device_id: Id,
  name: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  last_push_at: z.nullable(Instant),
  last_pull_at: z.nullable(Instant),
  pending: z.nullable(z.int()),
  oldest_pending_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
});
export type Device = z.infer<typeof Device>;

/**
 * Progress of an upload: `offset` is the number of bytes received; `complete` means that all bytes have arrived and the
 * hash matches.
 */
export const UploadState = z.object({ offset: z.int(), complete: z.boolean() });
export type UploadState = z.infer<typeof UploadState>;

/** Size of the chunks in which files are uploaded. */
export const UPLOAD_CHUNK_BYTES = 128 * 1024;

import { Id, Lang } from '../fields.ts';
import { ChangesQuery, ChangesReply, PushBody, PushReply, SnapshotQuery, SnapshotReply } from '../sync.ts';
import { z } from '../zod.ts';
import { anyone, defineCall, members } from './define.ts';

export const PublicConfig = z.object({
  name: z.string(),
  default_language: Lang,
  languages: z.array(Lang),
  /** Version of the sync protocol; absent if the server offers only the documented calls. */
  sync_protocol: z.optional(z.int()),
  min_app: z.int(),
  currency: z.string(),
  /** URL of the Telegram bot for logging in; null if there is none. */
  telegram_bot: z.nullable(z.string()),
  /** Base URL of the second origin, with payment and landing pages; null if this installation has none. */
  landing_url: z.nullable(z.string()),
  limits: z.object({ comment_length: z.int(), page_size: z.int() }),
});

/**
 * The calls needed for the sync cycle and for logging out; only these are part of the initial code of the sync worker.
 */
export const syncCalls = {
  'configs.all': defineCall({
    method: 'GET',
    path: '/api/configs/get_all_configs/',
    roles: anyone,
    summary: 'Public settings of this installation',
    idempotent: false,
    reply: PublicConfig,
  }),
  'own.refresh': defineCall({
    method: 'POST',
    path: '/api/accounts/refresh/',
    roles: anyone,
    summary: 'Exchange the refresh cookie and the last access token for a new access token; also replaces the cookie',
    idempotent: false,
    reply: z.object({ token: z.string(), user_id: z.string() }),
    per_minute: 60,
  }),
  'own.logout': defineCall({
    method: 'POST',
    path: '/api/accounts/logout/',
    roles: anyone,
    summary: 'End the caller’s session, or the session given by `session` (the `fam` claim of its access tokens)',
    idempotent: false,
    body: z.strictObject({ session: z.optional(Id) }),
    success: 'logged_out',
    reply: z.object({ ok: z.literal(true) }),
    per_minute: 60,
  }),
  'sync.push': defineCall({
    method: 'POST',
    path: '/api/sync/push',
    roles: members,
    summary: 'Send queued writes',
    idempotent: false,
    body: PushBody,
    reply: PushReply,
  }),
  'sync.changes': defineCall({
    method: 'GET',
    path: '/api/sync/changes',
    roles: members,
    summary: 'Changes since the given cursors',
    idempotent: false,
    query: ChangesQuery,
    reply: ChangesReply,
  }),
  'sync.snapshot': defineCall({
    method: 'GET',
    path: '/api/sync/snapshot',
    roles: members,
    summary: 'All rows of a group, page by page',
    idempotent: false,
    query: SnapshotQuery,
    reply: SnapshotReply,
  }),
  'sync.events': defineCall({
    method: 'GET',
    path: '/api/sync/events',
    roles: members,
    summary: 'Server-sent events: hello {rev, epoch}, poke {rev}, revoked, ping',
    idempotent: false,
    reply: z.string(),
    stream: true,
  }),
};

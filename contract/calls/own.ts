import { ChangesQuery, ChangesReply, PushBody, PushReply, SnapshotQuery, SnapshotReply } from '../sync.ts';
import { z } from '../zod.ts';
import { TokenReply } from './accounts.ts';
import { anyone, defineCall, members } from './define.ts';

/** Calls that the documented API does not have. */
export const ownCalls = {
  'own.refresh': defineCall({
    method: 'POST',
    path: '/api/accounts/refresh/',
    who: anyone,
    summary: 'A new access token for the refresh cookie; the cookie rotates',
    idempotent: false,
    reply: z.object({ ...TokenReply.shape, user_id: z.string() }),
    per_minute: 60,
  }),
  'own.logout': defineCall({
    method: 'POST',
    path: '/api/accounts/logout/',
    who: anyone,
    summary: 'End this session on the server',
    idempotent: false,
    reply: z.object({ ok: z.literal(true) }),
    per_minute: 60,
  }),
  'sync.push': defineCall({
    method: 'POST',
    path: '/api/sync/push',
    who: members,
    summary: 'Send queued writes',
    idempotent: false,
    body: PushBody,
    reply: PushReply,
  }),
  'sync.changes': defineCall({
    method: 'GET',
    path: '/api/sync/changes',
    who: members,
    summary: 'What changed since the cursors',
    idempotent: false,
    query: ChangesQuery,
    reply: ChangesReply,
  }),
  'sync.snapshot': defineCall({
    method: 'GET',
    path: '/api/sync/snapshot',
    who: members,
    summary: 'A whole group, page by page',
    idempotent: false,
    query: SnapshotQuery,
    reply: SnapshotReply,
  }),
  'sync.events': defineCall({
    method: 'GET',
    path: '/api/sync/events',
    who: members,
    summary: 'Server-sent events: hello {rev}, poke {rev}, revoked, ping',
    idempotent: false,
    reply: z.string(),
    stream: true,
  }),
};

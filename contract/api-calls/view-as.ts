import { Id, Instant, text } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/**
 * Duration of a view, that is, a session in which a manager or an admin sees the app as another user. It cannot be
 * extended.
 */
export const VIEW_MINUTES = 30;
export const MAX_VIEW_REASON = 200;

/** The reason that the viewer enters for the view; stored in the audit log. */
export const ViewReason = text(1, MAX_VIEW_REASON).check(z.minLength(5, { error: 'too_short' }));

/** Header that names the screen for which data is read. It is required in each request that carries a view token. */
export const VIEW_PAGE_HEADER = 'X-View-Page';
/** The path of a screen of the app. It has no search parameters, because they may contain names and phone numbers. */
export const ViewPage = z.string().check(z.regex(/^\/[\w\-./]{0,200}$/, { error: 'invalid' }));

export const viewAsCalls = {
  'view_as.start': defineCall({
    method: 'POST',
    path: '/api/accounts/view_as/',
    roles: ['manager', 'admin'],
    summary:
      'See the app as someone else: a manager as a consultant of the own team, an admin as anyone but an admin. ' +
      'The token reads only, and cannot be renewed',
    idempotent: false,
    body: z.strictObject({ user_id: Id, reason: ViewReason }),
    reply: z.object({
      id: Id,
      token: z.string(),
      user: z.object({ id: Id, name: z.string() }),
      expires_at: Instant,
      server_time: Instant,
    }),
    per_minute: 20,
  }),
  'view_as.stop': defineCall({
    method: 'POST',
    path: '/api/accounts/view_as/stop/',
    roles: members,
    summary: 'End the view to which the token belongs; with any other token, all open views of the caller',
    idempotent: false,
    success: 'done',
    reply: z.object({ ok: z.literal(true) }),
    per_minute: 60,
  }),
};

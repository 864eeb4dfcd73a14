import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const base64Url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), { error: 'invalid' }));

/**
 * Calls with which a device subscribes to push messages. They apply to the device that is named in the header
 * X-Device-Id.
 */
export const pushCalls = {
  'push.key': defineCall({
    method: 'GET',
    path: '/api/push/key/',
    roles: members,
    summary: 'The public key with which a browser subscribes to push messages (VAPID, RFC 8292)',
    idempotent: false,
    reply: z.object({ key: z.string() }),
  }),
  'push.subscribe': defineCall({
    method: 'PUT',
    path: '/api/push/subscription/',
    roles: members,
    summary: "Send the caller's notifications to this device until the session ends",
    idempotent: true,
    body: z.strictObject({
      /** URL of the browser's subscription. Its host must be a push service that the server knows. */
      endpoint: z.url({ error: 'invalid' }).check(z.maxLength(1000, { error: 'too_long' })),
      /** The public key (65 bytes) and the secret (16 bytes) of the browser's subscription. */
      p256dh: base64Url(87),
      auth: base64Url(22),
    }),
    success: 'done',
    reply: z.object({ ok: z.literal(true) }),
    per_minute: 20,
  }),
  'push.unsubscribe': defineCall({
    method: 'DELETE',
    path: '/api/push/subscription/',
    roles: members,
    summary: 'Send no more notifications to this device',
    idempotent: true,
    success: 'done',
    reply: z.object({ ok: z.literal(true) }),
  }),
};

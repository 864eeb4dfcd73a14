import { Me, profileShape } from '../entities/me.ts';
import { Instant, Lang, Sha256 } from '../fields.ts';
import { Email, Phone } from '../contact-fields.ts';
import { NewPassword, OldPassword } from '../passwords.ts';
import { z } from '../zod.ts';
import { TokenReply } from './accounts.ts';
import { defineCall, members } from './define.ts';

const Ok = z.object({ ok: z.literal(true) });
const hasField = (patch: object): boolean => Object.values(patch).some((value) => value !== undefined);

/** The fields to change. A new email address or phone number requires the confirmation code that was sent for it. */
export const ProfilePatch = z
  .strictObject({
    ...profileShape,
    language: z.optional(Lang),
    email: z.optional(Email),
    phone: z.optional(Phone),
    code: z.optional(z.string().check(z.regex(/^\d{6}$/, { error: 'wrong_code' }))),
    /** Null removes the avatar. Any other value must equal the stored one; a new image is set by a separate call. */
    avatar: z.optional(z.nullable(z.strictObject({ sha256: Sha256 }))),
  })
  .check(z.refine(hasField, { error: 'empty' }));
export type ProfilePatch = z.infer<typeof ProfilePatch>;

/** Account changes that need the network. */
export const profileCalls = {
  'accounts.update_me': defineCall({
    method: 'PUT',
    path: '/api/accounts/me/',
    roles: members,
    summary: 'Change the caller’s own profile; `avatar: null` removes the avatar, and a POST request sets it',
    echoes: 'me',
    idempotent: false,
    body: ProfilePatch,
    success: 'profile_updated',
    reply: z.object({ ...TokenReply.shape, user: Me }),
  }),
  'accounts.avatar': defineCall({
    method: 'POST',
    path: '/api/accounts/me/',
    roles: members,
    summary: 'Set the caller’s avatar to the image in the part `avatar`',
    idempotent: true,
    encoding: 'multipart',
    files: ['avatar'],
    body: z.strictObject({}),
    success: 'profile_updated',
    reply: Me,
  }),
  'own.contact_code': defineCall({
    method: 'POST',
    path: '/api/accounts/contact_code/',
    roles: members,
    summary: 'Email a code that confirms a new email address or phone number',
    idempotent: false,
    body: z
      .strictObject({ email: z.optional(Email), phone: z.optional(Phone) })
      .check(z.refine(({ email, phone }) => (email === undefined) !== (phone === undefined), { error: 'invalid' })),
    success: 'done',
    reply: Ok,
    per_hour: 10,
  }),
  'own.change_password': defineCall({
    method: 'POST',
    path: '/api/accounts/change_password/',
    roles: members,
    summary: 'Change the caller’s password and end the caller’s other sessions',
    idempotent: false,
    body: z.strictObject({ old_password: OldPassword, password: NewPassword }),
    success: 'password_changed',
    reply: TokenReply,
    per_minute: 30,
  }),
  'own.delete_account': defineCall({
    method: 'POST',
    path: '/api/accounts/delete_account/',
    roles: ['learner', 'admin'],
    summary: 'Schedule the deletion of the caller’s account in 30 days; not that of the last superuser',
    idempotent: false,
    body: z.strictObject({ password: OldPassword }),
    success: 'done',
    reply: z.object({ delete_at: Instant }),
    per_minute: 30,
  }),
  'own.keep_account': defineCall({
    method: 'POST',
    path: '/api/accounts/keep_account/',
    roles: members,
    summary: 'Cancel the scheduled deletion of the caller’s account',
    idempotent: false,
    success: 'done',
    reply: Ok,
  }),
};

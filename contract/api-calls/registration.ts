import { Id, Instant, Lang, text } from '../fields.ts';
import { Country, Email, KnownZone, Phone } from '../contact-fields.ts';
import { NewPassword } from '../passwords.ts';
import { z } from '../zod.ts';
import { TokenReply } from './accounts.ts';
import { anyone, defineCall, staff } from './define.ts';

/** A promo code as users share it: letters, digits and dashes, case-insensitive. */
export const PromoCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{3,32}$/, { error: 'promo_unavailable' }));

/**
 * The registration form. `consent` means that the person accepts the terms and agrees to be contacted by an employee.
 */
export const RegisterBody = z.strictObject({
  first_name: text(1, 100),
  last_name: text(0, 100),
  email: Email,
  phone: Phone,
  password: NewPassword,
  language: Lang,
  country: z.nullish(Country),
  time_zone: z.nullish(KnownZone),
  /** Promo code that starts a trial subscription, or reduces the first payment. */
  promo_code: z.nullish(PromoCode),
  /** Promo code of the user who referred this person. */
  referral_promo_code: z.nullish(PromoCode),
  consent: z.literal(true, { error: 'required' }),
});
export type RegisterBody = z.infer<typeof RegisterBody>;

/**
 * Values of the registration form that only the server can check. Absent values are not checked; the others are
 * normalised as in a registration.
 */
export const RegistrationCheck = z.strictObject({
  email: z.optional(Email),
  phone: z.optional(Phone),
  promo_code: z.optional(PromoCode),
  referral_promo_code: z.optional(PromoCode),
});
export type RegistrationCheck = z.infer<typeof RegistrationCheck>;

const LinkToken = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'invalid' }));
const managers = ['manager', 'admin'] as const;
const Ok = z.object({ ok: z.literal(true) });
const TokenAndStatus = z.object({ ...TokenReply.shape, status: z.literal('ok') });

/**
 * Where the person was notified of a login link. `to` is the masked email address (`a***@example.org`), or empty for
 * Telegram.
 */
const NotifiedChannel = z.object({ via: z.enum(['email', 'telegram']), to: z.string() });
export type NotifiedChannel = z.infer<typeof NotifiedChannel>;

/**
 * Result of a request for a login link. `made`: the link was created, and the employee can copy it from `url`.
 * `waiting`: a manager must confirm the request first. `sent`: the link was sent to the person, and the employee does
 * not see it. `sent_to` lists where the person was notified.
 */
export const LoginLinkResult = z.object({
  status: z.enum(['made', 'waiting', 'sent']),
  url: z.nullable(z.string()),
  expires_at: Instant,
  sent_to: z.array(NotifiedChannel),
});
export type LoginLinkResult = z.infer<typeof LoginLinkResult>;

/**
 * A request by an employee to create a login link for a person who has neither email nor Telegram; a manager must
 * confirm it.
 */
export const LinkRequest = z.object({
  id: Id,
  user_id: Id,
  user_name: z.string(),
  by_name: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type LinkRequest = z.infer<typeof LinkRequest>;

const linkTexts = { made: 'link_copied', sent: 'message_sent', waiting: 'done' } as const;

/** Login, registration and account recovery; most calls need no token. */
export const registrationCalls = {
  'accounts.register': defineCall({
    method: 'POST',
    path: '/api/accounts/register/',
    roles: anyone,
    summary: 'Register, with or without a promo code',
    idempotent: false,
    body: RegisterBody,
    success: 'logged_in',
    reply: TokenReply,
    // Limit for all requests. In addition, 100 successful and 10 rejected registrations are allowed per IP address and
    // hour.
    per_hour: 200,
  }),
  'own.check_registration': defineCall({
    method: 'POST',
    path: '/api/accounts/register/check/',
    roles: anyone,
    summary: 'Whether a registration with these entries would be refused, before the form is submitted',
    idempotent: false,
    body: RegistrationCheck,
    success: 'done',
    reply: Ok,
    // Refused checks count towards the same limit as refused registrations.
    per_hour: 100,
  }),
  'accounts.admin_reg_link': defineCall({
    method: 'GET',
    path: '/api/accounts/admin_reg_link/',
    roles: anyone,
    summary: 'URL of an external registration page; null if the app’s own page is used',
    idempotent: false,
    reply: z.object({ link: z.nullable(z.string()) }),
    per_minute: 60,
  }),
  'accounts.bot_login': defineCall({
    method: 'POST',
    path: '/api/token-auth-bot/',
    roles: anyone,
    summary: 'Log in with a token from the Telegram bot; it can be used once, within five minutes',
    idempotent: false,
    encoding: 'form',
    body: z.strictObject({ token: LinkToken }),
    success: 'logged_in',
    reply: TokenReply,
    per_minute: 30,
  }),
  'accounts.recover': defineCall({
    method: 'POST',
    path: '/api/password_reset/',
    roles: anyone,
    summary:
      'Request an email with a link to set a new password; the response is the same whether or not the account exists',
    idempotent: false,
    body: z.strictObject({ email: Email }),
    success: 'done',
    reply: Ok,
    per_hour: 30,
  }),
  'accounts.reset_password': defineCall({
    method: 'POST',
    path: '/api/password_reset/confirm/',
    roles: anyone,
    summary: 'Set a new password with the token from that email and end all sessions',
    idempotent: false,
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    success: 'password_changed',
    reply: Ok,
    per_minute: 30,
  }),
  'accounts.make_link': defineCall({
    method: 'GET',
    path: '/api/accounts/user/reset_credentials/',
    roles: staff,
    summary:
      'Create a login link for a person, valid once and for an hour; revokes the previous link and notifies the person',
    idempotent: false,
    query: z.strictObject({ user_id: Id }),
    success: { of: (_, { status }) => linkTexts[status] },
    reply: LoginLinkResult,
    per_minute: 30,
  }),
  'accounts.link_requests': defineCall({
    method: 'GET',
    path: '/api/accounts/user/link_requests/',
    roles: managers,
    summary:
      'Requested login links, for people with neither email nor Telegram, that wait for the caller’s confirmation',
    idempotent: false,
    reply: z.array(LinkRequest),
    per_minute: 60,
  }),
  'accounts.answer_link_request': defineCall({
    method: 'POST',
    path: '/api/accounts/user/link_requests/',
    roles: managers,
    summary: 'Confirm or decline a requested login link; after a confirmation the employee has an hour to create it',
    idempotent: true,
    body: z.strictObject({ id: Id, confirm: z.boolean() }),
    success: 'done',
    reply: Ok,
    per_minute: 60,
  }),
  'accounts.spend_link': defineCall({
    method: 'POST',
    path: '/api/accounts/user/reset_credentials/',
    roles: anyone,
    summary: 'Log in with a login link; during the next ten minutes its token can also set a new password',
    idempotent: false,
    body: z.strictObject({ token: LinkToken }),
    success: 'logged_in',
    reply: TokenAndStatus,
    per_minute: 30,
  }),
  'accounts.set_credentials': defineCall({
    method: 'PUT',
    path: '/api/accounts/user/reset_credentials/',
    roles: anyone,
    summary: 'Set a new password with the token of a login link that has just been used',
    idempotent: false,
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    success: 'password_changed',
    reply: TokenAndStatus,
    per_minute: 30,
  }),
  'own.check_link': defineCall({
    method: 'POST',
    path: '/api/accounts/check_link/',
    roles: anyone,
    summary: 'Seconds for which a link is still valid; does not use it up',
    idempotent: false,
    body: z.strictObject({
      kind: z.enum(['password_reset', 'credentials', 'link_stop'], { error: 'invalid' }),
      token: LinkToken,
    }),
    reply: z.object({ left_s: z.int() }),
    per_minute: 60,
  }),
  'own.stop_link': defineCall({
    method: 'POST',
    path: '/api/accounts/stop_link/',
    roles: anyone,
    summary:
      '“This was not me”: revoke a login link that an employee created for the person, and end every session started with it',
    idempotent: false,
    body: z.strictObject({ token: LinkToken }),
    success: 'done',
    reply: Ok,
    per_minute: 30,
  }),
};

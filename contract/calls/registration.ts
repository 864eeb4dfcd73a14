import { Country, Email, Id, Instant, KnownZone, Lang, Phone, text } from '../fields.ts';
import { NewPassword } from '../passwords.ts';
import { z } from '../zod.ts';
import { TokenReply } from './accounts.ts';
import { anyone, defineCall, staff } from './define.ts';

/** Promo code as it is shared: letters, digits and dashes, case-insensitive. */
export const PromoCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{3,32}$/, { error: 'promo_unavailable' }));

/** The registration form. `consent` covers the terms and being contacted by an employee. */
export const RegisterBody = z.strictObject({
  first_name: text(1, 100),
  last_name: text(0, 100),
  email: Email,
  phone: Phone,
  password: NewPassword,
  language: Lang,
  country: z.nullish(Country),
  time_zone: z.nullish(KnownZone),
  /** Starts a trial. */
  promo_code: z.nullish(PromoCode),
  /** Promo code of the referrer. */
  referral_promo_code: z.nullish(PromoCode),
  consent: z.literal(true, { error: 'required' }),
});
export type RegisterBody = z.infer<typeof RegisterBody>;

const LinkToken = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'invalid' }));
const managers = ['manager', 'admin'] as const;
const Ok = z.object({ ok: z.literal(true) });
const TokenAndStatus = z.object({ ...TokenReply.shape, status: z.literal('ok') });

/** Where a person was told of a login link, masked: `a***@example.org`; empty for Telegram. */
const SentTo = z.object({ via: z.enum(['email', 'telegram']), to: z.string() });
export type SentTo = z.infer<typeof SentTo>;

/**
 * A login link, or why there is none yet: `waiting` for a manager's confirmation, or `sent` to the person alone. Its
 * `url` is what the employee copies; `sent_to` is where the person was told.
 */
export const MadeLink = z.object({
  status: z.enum(['made', 'waiting', 'sent']),
  url: z.nullable(z.string()),
  expires_at: Instant,
  sent_to: z.array(SentTo),
});
export type MadeLink = z.infer<typeof MadeLink>;

/** An employee's request to create a link for a person with neither email nor Telegram. */
export const LinkRequest = z.object({
  id: Id,
  user_id: Id,
  user_name: z.string(),
  by_name: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type LinkRequest = z.infer<typeof LinkRequest>;

/** Login, registration and account recovery; no call needs a token. */
export const registrationCalls = {
  'accounts.register': defineCall({
    method: 'POST',
    path: '/api/accounts/register/',
    roles: anyone,
    summary: 'Register, with or without a promo code',
    idempotent: false,
    body: RegisterBody,
    reply: TokenReply,
    // Of these a hundred may succeed and ten be refused.
    per_hour: 200,
  }),
  'accounts.admin_reg_link': defineCall({
    method: 'GET',
    path: '/api/accounts/admin_reg_link/',
    roles: anyone,
    summary: 'Where registration leads; null for our own page',
    idempotent: false,
    reply: z.object({ link: z.nullable(z.string()) }),
    per_minute: 60,
  }),
  'accounts.bot_login': defineCall({
    method: 'POST',
    path: '/api/token-auth-bot/',
    roles: anyone,
    summary: 'Log in by the token that the Telegram bot gave; good once, for five minutes',
    idempotent: false,
    encoding: 'form',
    body: z.strictObject({ token: LinkToken }),
    reply: TokenReply,
    per_minute: 30,
  }),
  'accounts.recover': defineCall({
    method: 'POST',
    path: '/api/password_reset/',
    roles: anyone,
    summary: 'Ask for a mail with a link to a new password; the answer is always the same',
    idempotent: false,
    body: z.strictObject({ email: Email }),
    reply: Ok,
    per_hour: 30,
  }),
  'accounts.reset_password': defineCall({
    method: 'POST',
    path: '/api/password_reset/confirm/',
    roles: anyone,
    summary: 'Set a new password by the token of the mail; ends all sessions',
    idempotent: false,
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    reply: Ok,
    per_minute: 30,
  }),
  'accounts.make_link': defineCall({
    method: 'GET',
    path: '/api/accounts/user/reset_credentials/',
    roles: staff,
    summary: 'Make a link that lets a person in once, within an hour; ends the one before and tells the person',
    idempotent: false,
    query: z.strictObject({ user_id: Id }),
    reply: MadeLink,
    per_minute: 30,
  }),
  'accounts.link_requests': defineCall({
    method: 'GET',
    path: '/api/accounts/user/link_requests/',
    roles: managers,
    summary: 'Links for people with neither email nor Telegram, which wait for my confirmation',
    idempotent: false,
    reply: z.object({ results: z.array(LinkRequest) }),
    per_minute: 60,
  }),
  'accounts.answer_link_request': defineCall({
    method: 'POST',
    path: '/api/accounts/user/link_requests/',
    roles: managers,
    summary: 'Confirm or decline such a link; then its employee has an hour to create it',
    idempotent: true,
    body: z.strictObject({ id: Id, confirm: z.boolean() }),
    reply: Ok,
    per_minute: 60,
  }),
  'accounts.spend_link': defineCall({
    method: 'POST',
    path: '/api/accounts/user/reset_credentials/',
    roles: anyone,
    summary: 'Log in by such a link; for ten minutes it may then set a new password',
    idempotent: false,
    body: z.strictObject({ token: LinkToken }),
    reply: TokenAndStatus,
    per_minute: 30,
  }),
  'accounts.set_credentials': defineCall({
    method: 'PUT',
    path: '/api/accounts/user/reset_credentials/',
    roles: anyone,
    summary: 'Set a new password by a link that has just let the person in',
    idempotent: false,
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    reply: TokenAndStatus,
    per_minute: 30,
  }),
  'own.check_link': defineCall({
    method: 'POST',
    path: '/api/accounts/check_link/',
    roles: anyone,
    summary: 'How long a link is still good, without spending it',
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
    summary: 'This was not me: ends a login link that someone made for me, and every session begun with it',
    idempotent: false,
    body: z.strictObject({ token: LinkToken }),
    reply: Ok,
    per_minute: 30,
  }),
};

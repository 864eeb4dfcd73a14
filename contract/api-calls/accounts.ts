import { Me } from '../entities/me.ts';
import { Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { anyone, defineCall, members } from './define.ts';

/**
 * `token` is an access token. A client that sends `X-Haversack-Client: web/2` gets a token that is valid for 15 minutes
 * and a refresh cookie, which can be used only together with an access token of the same session. `web`, sent by older
 * versions of the pages, works in the same way, but its cookie can be used without an access token. Any other client
 * gets a token that is valid for 30 days.
 */
export const TokenReply = z.object({ token: z.string() });

const Ok = z.object({ ok: z.literal(true) });

export const accountCalls = {
  'accounts.login': defineCall({
    method: 'POST',
    path: '/api/accounts/login/',
    roles: anyone,
    summary: 'Log in with an email address or a phone number',
    idempotent: false,
    encoding: 'form',
    body: z.strictObject({
      username: z
        .string()
        .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(254, { error: 'too_long' })),
      password: z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(128, { error: 'too_long' })),
    }),
    success: 'logged_in',
    reply: TokenReply,
    per_minute: 30,
  }),
  'accounts.me': defineCall({
    method: 'GET',
    path: '/api/accounts/me/',
    roles: members,
    summary: "The caller's own profile",
    idempotent: false,
    reply: Me,
  }),
  'accounts.set_language': defineCall({
    method: 'POST',
    path: '/api/accounts/set_language/',
    roles: members,
    summary: 'Choose the language of the interface',
    idempotent: true,
    body: z.strictObject({ language: Lang }),
    success: 'changes_saved',
    reply: Ok,
  }),
};

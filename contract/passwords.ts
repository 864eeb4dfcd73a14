import { MIN_PASSWORD_CHARS } from './values.ts';
import { z } from './zod.ts';

/** A password that a user is choosing. Only its length is checked here; the server also rejects common passwords. */
export const NewPassword = z
  .string()
  .check(z.minLength(MIN_PASSWORD_CHARS, { error: 'password_short' }), z.maxLength(128, { error: 'too_long' }));

/** A current password that the user enters for confirmation; its minimum length is not enforced. */
export const OldPassword = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(128));

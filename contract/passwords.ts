import { PASSWORD_MIN } from './values.ts';
import { z } from './zod.ts';

/** A new password. Only the length is checked here; the server also rejects common passwords. */
export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN, { error: 'password_short' }), z.maxLength(128, { error: 'too_long' }));

/** An existing password. */
export const OldPassword = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(128));

import { PASSWORD_MIN } from './values.ts';
import { z } from './zod.ts';

/** A password that is being chosen: long enough, and no other rule. Those that everybody tries are the server's to know. */
export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN, { error: 'password_short' }), z.maxLength(128, { error: 'too_long' }));

/** One that was chosen before. */
export const OldPassword = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(128));

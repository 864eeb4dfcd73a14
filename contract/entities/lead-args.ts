import { startMinutes } from '../values.ts';
import { z } from '../zod.ts';

/** Minutes until the first task with a lead starts. */
export const StartIn = z
  .int({ error: 'start_required' })
  .check(z.refine((value) => (startMinutes as readonly number[]).includes(value), { error: 'invalid' }));

// Checks are separate constants because the documented calls reuse them and run the write's handler, which trusts its
// args.

/** Requires a phone number or an e-mail address. */
export const phoneOrEmail = z.refine<{ phone: string | null; email: string | null }>(
  ({ phone, email }) => phone !== null || email !== null,
  { error: 'phone_or_email', path: ['phone'] },
);
/** Exceeding the daily limit requires a reason. */
export const forceNeedsReason = z.refine<{ force?: boolean | undefined; reason?: string | undefined }>(
  ({ force, reason }) => !force || Boolean(reason),
  { error: 'required', path: ['reason'] },
);

/** `other` requires an explanation of at least 3 characters. */
export const otherNeedsText = z.refine<{ reason?: string | undefined; text: string }>(
  ({ reason, text: words }) => reason !== 'other' || words.length >= 3,
  { error: 'required', path: ['text'] },
);
/** `duplicate`, and only it, requires the id of the original. */
export const duplicateNeedsOriginal = z.refine<{ reason?: string | undefined; duplicate_of: string | null }>(
  ({ reason, duplicate_of }) => (reason === 'duplicate') === (duplicate_of !== null),
  { error: 'required', path: ['duplicate_of'] },
);

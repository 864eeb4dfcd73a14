import { startMinutes } from '../values.ts';
import { z } from '../zod.ts';

/** Number of minutes until the first task with a lead starts. */
export const StartIn = z
  .int({ error: 'start_required' })
  .check(z.refine((value) => (startMinutes as readonly number[]).includes(value), { error: 'invalid' }));

// These checks are exported separately, because the schemas of the documented calls use them too: such a call runs the
// handler of the write, which expects checked args.

/** Requires a phone number or an email address. */
export const phoneOrEmail = z.refine<{ phone: string | null; email: string | null }>(
  ({ phone, email }) => phone !== null || email !== null,
  { error: 'phone_or_email', path: ['phone'] },
);
/** Exceeding the daily limit requires a reason. */
export const forceNeedsReason = z.refine<{ force?: boolean | undefined; reason?: string | undefined }>(
  ({ force, reason }) => !force || Boolean(reason),
  { error: 'required', path: ['reason'] },
);

/** The reason `other` requires an explanation of at least 3 characters. */
export const otherNeedsText = z.refine<{ reason?: string | undefined; text: string }>(
  ({ reason, text: explanation }) => reason !== 'other' || explanation.length >= 3,
  { error: 'required', path: ['text'] },
);
/** The reason `duplicate` requires the id of the original; any other reason must not have one. */
export const duplicateNeedsOriginal = z.refine<{ reason?: string | undefined; duplicate_of: string | null }>(
  ({ reason, duplicate_of }) => (reason === 'duplicate') === (duplicate_of !== null),
  { error: 'required', path: ['duplicate_of'] },
);

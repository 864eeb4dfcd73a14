import { SentPhoto } from '../entities/contact.ts';
import { profileShape } from '../entities/me.ts';
import { Instant } from '../fields.ts';
import { WorkTimesInput } from '../work-times-input.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

/** Changes the profile, except email address and phone number: these are login names and can be changed only online. */
export const updateMe = defineWrite({
  entity: 'me',
  mode: 'patch',
  v: 1,
  args: z.strictObject(profileShape).check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' })),
  optimistic: (row, patch) => row && applyPatch(row, patch),
  // The documented call returns a token and is therefore not idempotent, so a queued write cannot use it.
  documented: null,
});

/** Sets or removes the avatar. It has its own lane and waits for the upload of the image. */
export const setAvatar = defineWrite({
  entity: 'me',
  mode: 'command',
  v: 1,
  lane: 'photo',
  args: z.strictObject({ photo: z.nullable(SentPhoto), at: Instant }),
  blobs: ({ photo }) => (photo ? [photo.sha256] : []),
  optimistic: (row, { photo }) => row && { ...row, avatar: photo && { sha256: photo.sha256 } },
  documented: null,
});

/** Sets the user's own work times. If a manager or another device has changed them too, the last change wins. */
export const setWorkTimes = defineWrite({
  entity: 'me',
  mode: 'command',
  v: 1,
  args: z.strictObject({ work_times: WorkTimesInput, at: Instant }),
  optimistic: (row, { work_times }) => row && { ...row, work_times },
  documented: { call: 'employees.work_times', to_body: ({ work_times }) => ({ work_times }), from_body: () => null },
});

import { CommissionPercent, partnerFields, SentPartnerFile } from '../entities/partner.ts';
import { Instant, Sha256 } from '../fields.ts';
import { addPartnerFile, makePartner, removePartnerFile, setCommission } from '../states/partner.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Makes an existing person a partner. For a new person, `lead.create` must come first. */
export const makePartnerWrite = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z.strictObject({ ...partnerFields, at: Instant }),
  optimistic: (row, args) => row && makePartner(row, args),
  documented: null,
});

/**
 * Adds a file to a partner. Files have their own lane, so that other changes to the person never wait for their upload.
 */
export const attachPartnerFile = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  lane: 'file',
  args: z.strictObject({ file: SentPartnerFile, at: Instant }),
  blobs: ({ file }) => [file.sha256],
  optimistic: (row, { file }) => row && addPartnerFile(row, file),
  documented: null,
});

export const detachPartnerFile = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  lane: 'file',
  args: z.strictObject({ sha256: Sha256, at: Instant }),
  optimistic: (row, { sha256 }) => row && removePartnerFile(row, sha256),
  documented: null,
});

/** Sets the commission of a partner; allowed only for admins. */
export const setPartnerCommission = defineWrite({
  entity: 'people',
  mode: 'command',
  v: 1,
  args: z.strictObject({ percent: CommissionPercent, at: Instant }),
  optimistic: (row, { percent }) => row && setCommission(row, percent),
  documented: null,
});

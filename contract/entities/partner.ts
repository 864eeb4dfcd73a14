import { Instant, Sha256, text } from '../fields.ts';
import {
  fileTypes,
  MAX_COMMISSION_PERCENT,
  MAX_PARTNER_FILES,
  MAX_PHOTO_FILE_BYTES,
  partnerFileTypes,
} from '../values.ts';
import { z } from '../zod.ts';

/** Schemas of the partner fields as employees enter them. Their messages are error codes. */
export const partnerFields = {
  company: text(0, 100),
  partner_note: text(0, 10_000),
};

/**
 * Percentage that a partner receives of the payments of their branch (the people below them in the tree of referrers);
 * 0 if no commission was agreed.
 */
export const CommissionPercent = z
  .int({ error: 'invalid' })
  .check(z.gte(0, { error: 'out_of_range' }), z.lte(MAX_COMMISSION_PERCENT, { error: 'out_of_range' }));

/** Name of the file on the user's device, without its path. */
export const FileName = text(1, 200);

/** A file of a partner. The row holds only its hash and description; the bytes are uploaded separately. */
export const PartnerFile = z.object({
  sha256: Sha256,
  mime: z.enum(fileTypes),
  name: z.string(),
  /** Size of the file that the user chose. */
  bytes: z.int(),
});
export type PartnerFile = z.infer<typeof PartnerFile>;

/** A file that is being uploaded. */
export const SentPartnerFile = z.strictObject({
  sha256: Sha256,
  mime: z.enum(partnerFileTypes, { error: 'invalid' }),
  name: FileName,
  bytes: z.int().check(z.gte(1), z.lte(MAX_PHOTO_FILE_BYTES, { error: 'too_long' })),
});
export type SentPartnerFile = z.infer<typeof SentPartnerFile>;

/**
 * The fields of a person that apply only to partners. They are absent from rows that a device stored before the app had
 * partners.
 */
export const partnerShape = {
  /** When the person became a partner; null for everyone else. */
  partner_since: z.optional(z.nullable(Instant)),
  company: z.optional(z.string()),
  partner_note: z.optional(z.string()),
  commission_percent: z.optional(z.int()),
  partner_files: z.optional(z.array(PartnerFile)),
};

type PartnerRow = z.infer<z.ZodMiniObject<typeof partnerShape>>;

export interface Partner {
  since: string;
  company: string;
  note: string;
  commission_percent: number;
  files: readonly PartnerFile[];
}

/** Returns the partner data of a person; null if the person is not a partner. */
export function partnerOf(person: PartnerRow): Partner | null {
  const { partner_since, company = '', partner_note = '', commission_percent = 0, partner_files = [] } = person;
  if (!partner_since) return null;
  return { since: partner_since, company, note: partner_note, commission_percent, files: partner_files };
}

/** Whether a further file can be added to a partner. */
export const hasRoomForFile = ({ files }: Pick<Partner, 'files'>): boolean => files.length < MAX_PARTNER_FILES;

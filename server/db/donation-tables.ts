import type { Generated } from 'kysely';
import type { Donation } from '../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import type { PhotoType } from '../../contract/values.ts';
import type { Synced } from './synced.ts';

/** All fields of a donation except names, which are joined, and the photo, which has two columns. */
export interface DonationsTable
  extends
    Omit<Donation, 'donor_name' | 'author_name' | 'decided_by_name' | 'photo'>,
    Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  photo_sha256: string | null;
  photo_mime: PhotoType | null;
  /** The date of a recurring donation that this donation is for; null for the first one and for any other donation. */
  due_at: Generated<string | null>;
  /** The payment that the state follows: the last one that was opened or, once paid, the one that was paid. */
  intent_id: Generated<string | null>;
}

export interface RecurringDonationsTable
  extends RecurringDonation, Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  user_id: string;
  /** Number of failed charges of the current date. */
  attempts: number;
}

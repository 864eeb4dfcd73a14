import type { Generated } from 'kysely';
import type { Donation } from '../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import type { PhotoType } from '../../contract/values.ts';
import type { Synced } from './synced.ts';

/** All fields of a donation except names, which are joined, and the photo, which is stored in two columns. */
export interface DonationsTable
  extends
    Omit<Donation, 'donor_name' | 'author_name' | 'decided_by_name' | 'photo'>,
    Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  photo_sha256: string | null;
  photo_mime: PhotoType | null;
  /**
   * The due date of the recurring donation for which this donation was created; null for the first one and for any
   * other donation.
   */
  due_at: Generated<string | null>;
  /** The payment that determines `state`: the one that was opened last or, once a payment has succeeded, that one. */
  intent_id: Generated<string | null>;
}

export interface RecurringDonationsTable
  extends RecurringDonation, Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  user_id: string;
  /** Number of failed charges for the current due date. */
  attempts: number;
}

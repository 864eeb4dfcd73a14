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
   * The due date of the recurring donation for which this donation was created. Null for the first donation of a
   * recurring donation and for all other donations.
   */
  due_at: Generated<string | null>;
  /**
   * The payment that determines `state`: the successful payment or, if none has succeeded yet, the payment that was
   * opened last.
   */
  intent_id: Generated<string | null>;
}

export interface RecurringDonationsTable
  extends RecurringDonation, Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  user_id: string;
  /** Number of failed charges for the current due date. */
  attempts: number;
}

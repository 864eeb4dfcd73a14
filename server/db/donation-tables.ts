import type { Donation } from '../../contract/entities/donation.ts';
import type { PhotoType } from '../../contract/values.ts';
import type { Synced } from './synced.ts';

/** All fields of a donation except names, which are joined, and the photo, which has two columns. */
export interface DonationsTable
  extends
    Omit<Donation, 'donor_name' | 'author_name' | 'decided_by_name' | 'photo'>,
    Omit<Synced, 'field_revs' | 'deleted_at' | 'deleted_by'> {
  photo_sha256: string | null;
  photo_mime: PhotoType | null;
}

import type { EntityRows, Erasure } from '../../handlers.ts';
import { readChangedDonations, countDonations, donationById, readDonationPage } from './repository.ts';

/**
 * Erases the personal data in the donations of an account. Amount, time and state are kept for bookkeeping, without a
 * name.
 */
async function eraseDonations({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  await tx
    .updateTable('donations')
    .set({ comment: '', purpose_text: '', reason: '', photo_sha256: null, photo_mime: null, rev, updated_at: at })
    .where('scope', '=', scope)
    .where('donor_id', '=', user_id)
    .execute();
}

export const donationRows: EntityRows<'donations'> = {
  storage: { table: 'donations', tombstones: false, erase: eraseDonations },
  changed: readChangedDonations,
  page: readDonationPage,
  count: countDonations,
  one: donationById,
};

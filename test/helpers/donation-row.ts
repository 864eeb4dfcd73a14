import type { Donation } from '../../contract/entities/donation.ts';
import { sampleTime, sampleId } from './field-cases.ts';

/**
 * Returns a donation of $120 in cash that one person entered for another, and that is neither confirmed nor rejected.
 */
export const donationRow = (change: Partial<Donation> = {}): Donation => ({
  ...{
    id: sampleId(9),
    rev: 3,
    donor_id: sampleId(1),
    donor_name: 'Petra Lang',
    author_id: sampleId(2),
    author_name: 'Carl Mann',
  },
  ...{ fee_cents: 0, frequency: 'one_time', recurring_id: null },
  ...{ amount_cents: 12_000, currency: 'USD', purpose: 'books', purpose_text: '', method: 'cash', paid_at: sampleTime },
  ...{ receipt: 'D-7F3A-0012', comment: 'For Altona', is_anonymous: false, photo: null, state: 'submitted' },
  ...{ reason: '', decided_by_id: null, decided_by_name: null, decided_at: null },
  ...{ entered_at: sampleTime, created_at: sampleTime, updated_at: sampleTime },
  ...change,
});

import { uuidv7 } from 'uuidv7';
import type { DonationPurpose, DonationState, ManualMethod } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';

/** A donation; people are named as in the list of seeded ids: by email or, without an account, by first name. */
interface DemoDonation {
  donor: string;
  author: string;
  amount_cents: number;
  purpose: DonationPurpose;
  method: ManualMethod;
  comment: string;
  hours_ago: number;
  state: DonationState;
  decided_by: string | null;
  reason: string;
}

const LEARNER = 'learner@example.org';
const CONSULTANT = 'consultant@example.org';
const MANAGER = 'manager@example.org';
const open = { state: 'submitted', decided_by: null, reason: '' } as const;

/** Donations that wait for the consultant and for the manager, and one of each other state. */
const demoDonations: readonly DemoDonation[] = [
  {
    ...{ donor: LEARNER, author: LEARNER, amount_cents: 5_000, purpose: 'general', method: 'cash', hours_ago: 20 },
    ...{ comment: 'Handed over at the open evening', ...open },
  },
  {
    ...{ donor: LEARNER, author: CONSULTANT, amount_cents: 2_500, purpose: 'books', method: 'cash', hours_ago: 300 },
    ...{ comment: '', state: 'confirmed', decided_by: MANAGER, reason: '' },
  },
  {
    ...{ donor: 'Petra', author: CONSULTANT, amount_cents: 4_000, purpose: 'event', method: 'cash', hours_ago: 6 },
    ...{ comment: 'For the study group', ...open },
  },
  {
    ...{ donor: 'Petra', author: CONSULTANT, amount_cents: 1_000, purpose: 'education', method: 'cash', hours_ago: 60 },
    ...{ comment: '', state: 'rejected', decided_by: MANAGER, reason: 'The envelope held $8. Please count again.' },
  },
  {
    ...{ donor: 'Jonas', author: MANAGER, amount_cents: 6_000, purpose: 'general', method: 'cash', hours_ago: 30 },
    ...{ comment: '', ...open },
  },
];

const HOUR_MS = 3_600_000;
const FIRST_RECEIPT = 1;

/** Seeds donations in every state. */
export async function seedDonations(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const idOf = (name: string): string => ids.get(name) ?? '';
  for (const [index, { donor, author, decided_by, hours_ago, ...donation }] of demoDonations.entries()) {
    const at = new Date(now.getTime() - hours_ago * HOUR_MS).toISOString();
    await tx
      .insertInto('donations')
      .values({
        ...donation,
        id: uuidv7(),
        scope,
        rev,
        donor_id: idOf(donor),
        author_id: idOf(author),
        currency: 'USD',
        purpose_text: '',
        paid_at: at,
        receipt: `D-7F3A-${String(FIRST_RECEIPT + index).padStart(4, '0')}`,
        is_anonymous: false,
        photo_sha256: null,
        photo_mime: null,
        decided_by_id: decided_by && idOf(decided_by),
        decided_at: decided_by && at,
        entered_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
}

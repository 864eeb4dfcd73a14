import { uuidv7 } from 'uuidv7';
import { paidByHand } from '../../contract/states/donation.ts';
import { nextDonationAt } from '../../contract/states/recurring-donation.ts';
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

/** The recurring donation of the demo learner. It began before the seeding, so its next date is a few weeks ahead. */
const RECURRING_CENTS = 1_000;
const RECURRING_SINCE_HOURS = 40 * 24;

const HOUR_MS = 3_600_000;
const FIRST_RECEIPT = 1;

/** Seeds a monthly donation of the demo learner. */
async function seedRecurringDonation(
  tx: Tx,
  user_id: string,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const at = now.toISOString();
  const started_at = new Date(now.getTime() - RECURRING_SINCE_HOURS * HOUR_MS).toISOString();
  const schedule = { frequency: 'monthly', started_at } as const;
  await tx
    .insertInto('recurring_donations')
    .values({
      ...{ ...schedule, id: uuidv7(), scope, user_id, rev, amount_cents: RECURRING_CENTS, fee_cents: 0 },
      ...{ currency: 'USD', purpose: 'education', purpose_text: '', comment: '', is_anonymous: false, state: 'active' },
      ...{ next_at: nextDonationAt(schedule, at), next_try_at: null, failed_at: null, attempts: 0 },
      ...{ created_at: started_at, updated_at: at },
    })
    .execute();
}

/** Seeds donations in every state that a donation entered by hand can have, and a recurring one. */
export async function seedDonations(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const idOf = (name: string): string => ids.get(name) ?? '';
  await seedRecurringDonation(tx, idOf(LEARNER), { scope, now, rev });
  for (const [index, { donor, author, decided_by, hours_ago, ...donation }] of demoDonations.entries()) {
    const at = new Date(now.getTime() - hours_ago * HOUR_MS).toISOString();
    await tx
      .insertInto('donations')
      .values({
        ...donation,
        ...paidByHand,
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

import { uuidv7 } from 'uuidv7';
import { noCardFields } from '../../contract/states/donation.ts';
import { nextDonationAt } from '../../contract/states/recurring-donation.ts';
import type { DonationPurpose, DonationState, ManualMethod } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { donationPath, donationTitle } from '../features/donations/card.ts';
import { newCardDonation } from '../features/donations/card-repository.ts';
import { addToLedger } from './ledger.ts';

/**
 * A donation. A person is identified by email address or, without an account, by first name, as in the map of seeded
 * ids.
 */
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
const CONSULTANT_2 = 'consultant2@example.org';
const MANAGER = 'manager@example.org';
const undecided = { state: 'submitted', decided_by: null, reason: '' } as const;

/** A donation in cash that the manager has confirmed. */
const confirmedDonation = (
  donor: string,
  author: string,
  amount_cents: number,
  purpose: DonationPurpose,
  hours_ago: number,
): DemoDonation => ({
  ...{ donor, author, amount_cents, purpose, method: 'cash', hours_ago },
  ...{ comment: '', state: 'confirmed', decided_by: MANAGER, reason: '' },
});

/** Donations that wait for a decision by the consultant or the manager, and one donation in each other state. */
const demoDonations: readonly DemoDonation[] = [
  {
    ...{ donor: LEARNER, author: LEARNER, amount_cents: 5_000, purpose: 'general', method: 'cash', hours_ago: 20 },
    ...{ comment: 'Handed over at the open evening', ...undecided },
  },
  confirmedDonation(LEARNER, CONSULTANT, 2_500, 'books', 300),
  confirmedDonation('Lena', CONSULTANT, 12_000, 'books', 1_100),
  confirmedDonation('Jonas', CONSULTANT, 3_000, 'books', 400),
  {
    ...{ donor: 'Petra', author: CONSULTANT, amount_cents: 4_000, purpose: 'event', method: 'cash', hours_ago: 6 },
    ...{ comment: 'For the study group', ...undecided },
  },
  {
    ...{ donor: 'Petra', author: CONSULTANT, amount_cents: 1_000, purpose: 'education', method: 'cash', hours_ago: 60 },
    ...{ comment: '', state: 'rejected', decided_by: MANAGER, reason: 'The envelope held $8. Please count again.' },
  },
  {
    ...{ donor: 'Jonas', author: MANAGER, amount_cents: 6_000, purpose: 'general', method: 'cash', hours_ago: 30 },
    ...{ comment: '', ...undecided },
  },
  confirmedDonation('Petra', CONSULTANT, 4_500, 'general', 3),
  confirmedDonation('Lena', CONSULTANT, 2_000, 'education', 52),
  confirmedDonation('Daniyar', CONSULTANT_2, 3_500, 'outreach', 100),
  confirmedDonation('Grace', CONSULTANT, 1_500, 'books', 150),
  confirmedDonation('Lena', CONSULTANT, 2_000, 'education', 380),
  confirmedDonation('Daniyar', CONSULTANT_2, 5_000, 'general', 500),
  confirmedDonation('Petra', CONSULTANT, 2_500, 'event', 640),
  confirmedDonation('Lena', CONSULTANT, 2_000, 'education', 900),
];

const HOUR_MS = 3_600_000;
const FIRST_RECEIPT = 1;

interface Seeding {
  scope: string;
  now: Date;
  rev: number;
}

/**
 * Hours before the seeding at which the recurring donation of the demo learner began. The date of its next payment is a
 * few weeks after the seeding.
 */
const RECURRING_SINCE_HOURS = 40 * 24;
const recurringDonation = {
  amount_cents: 1_000,
  fee_cents: 0,
  frequency: 'monthly',
  purpose: 'education',
  purpose_text: '',
  comment: '',
  is_anonymous: false,
} as const;

/** Seeds the donation that was paid on one date of the recurring donation. `due_at` is null for the first date. */
async function seedPaidDate(
  tx: Tx,
  date: { id: string; recurring_id: string; donor_id: string; due_at: string | null; at: string },
  { scope, rev }: Seeding,
): Promise<void> {
  const { at, ...row } = date;
  const { id, donor_id: user_id } = row;
  const intent_id = uuidv7();
  const isFirstDonation = row.due_at === null;
  await tx
    .insertInto('donations')
    .values({
      ...newCardDonation({ scope, received_at: at }, { ...recurringDonation, ...row }),
      ...row,
      rev,
      state: 'succeeded',
      intent_id,
    })
    .execute();
  await addToLedger(tx, {
    ...{ id: intent_id, scope, user_id, at, state: 'succeeded', purpose: 'donation', subject_id: id },
    ...{
      title: donationTitle(recurringDonation.frequency, 'en'),
      amount_cents: recurringDonation.amount_cents,
      return_path: donationPath(id),
    },
    ...{ saves_method: isFirstDonation, is_off_session: !isFirstDonation },
  });
}

/** Seeds a monthly donation of the demo learner, with a paid donation for each date so far. */
async function seedRecurringDonation(tx: Tx, user_id: string, seeding: Seeding): Promise<void> {
  const { scope, now, rev } = seeding;
  const started_at = new Date(now.getTime() - RECURRING_SINCE_HOURS * HOUR_MS).toISOString();
  const schedule = { frequency: recurringDonation.frequency, started_at };
  const id = uuidv7();
  const common = { recurring_id: id, donor_id: user_id };
  await seedPaidDate(tx, { ...common, id, due_at: null, at: started_at }, seeding);
  let next_at = nextDonationAt(schedule, started_at);
  while (next_at <= now.toISOString()) {
    await seedPaidDate(tx, { ...common, id: uuidv7(), due_at: next_at, at: next_at }, seeding);
    next_at = nextDonationAt(schedule, next_at);
  }
  await tx
    .insertInto('recurring_donations')
    .values({
      ...{ ...recurringDonation, ...schedule, id, scope, user_id, rev, currency: 'USD', state: 'active', next_at },
      ...{ next_try_at: null, failed_at: null, attempts: 0, created_at: started_at, updated_at: now.toISOString() },
    })
    .execute();
}

/** Seeds a recurring donation, and manually entered donations in every state that they can have. */
export async function seedDonations(tx: Tx, ids: ReadonlyMap<string, string>, seeding: Seeding): Promise<void> {
  const { scope, now, rev } = seeding;
  const idOf = (name: string): string => ids.get(name) ?? '';
  await seedRecurringDonation(tx, idOf(LEARNER), seeding);
  for (const [index, { donor, author, decided_by, hours_ago, ...donation }] of demoDonations.entries()) {
    const at = new Date(now.getTime() - hours_ago * HOUR_MS).toISOString();
    await tx
      .insertInto('donations')
      .values({
        ...donation,
        ...noCardFields,
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

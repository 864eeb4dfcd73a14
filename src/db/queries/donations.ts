import type { Donation } from '../../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../../contract/entities/recurring-donation.ts';
import { mayBeDuplicates } from '../../../contract/states/donation.ts';
import { SAME_DONATION_MS } from '../../../contract/values.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedBadges, type RowBadge } from './badges.ts';

/** A donation with the state of its unsent writes. */
export interface DonationCard {
  donation: Donation;
  badge: RowBadge | undefined;
}

/** Returns one donation; null if it is not on this phone. */
export async function savedDonation(db: PhoneDb, id: string): Promise<DonationCard | null> {
  const donation = await db.donations.get(id);
  if (!donation) return null;
  return { donation, badge: (await savedBadges(db, 'donations')).get(id) };
}

async function withBadges(db: PhoneDb, donations: readonly Donation[]): Promise<DonationCard[]> {
  const badges = await savedBadges(db, 'donations');
  return donations.map((donation) => ({ donation, badge: badges.get(donation.id) }));
}

/** Returns the donations that wait to be confirmed, the longest waiting first. */
export async function waitingDonations(db: PhoneDb, limit: number): Promise<DonationCard[]> {
  const rows = await db.donations
    .where('[state+paid_at]')
    .between(['submitted', ''], ['submitted', '\uffff'])
    .limit(limit)
    .toArray();
  return withBadges(db, rows);
}

/** Returns the latest donations, in any state. */
export async function latestDonations(db: PhoneDb, limit: number): Promise<DonationCard[]> {
  return withBadges(db, await db.donations.orderBy('paid_at').reverse().limit(limit).toArray());
}

type Payment = Pick<Donation, 'id' | 'donor_id' | 'amount_cents' | 'method' | 'paid_at'>;

/** Returns a donation on this phone that `payment` may duplicate; null if there is none. */
export async function similarDonation(db: PhoneDb, payment: Payment): Promise<Donation | null> {
  const { id, donor_id, paid_at } = payment;
  const keyAt = (ms: number): [string, string] => [donor_id, new Date(Date.parse(paid_at) + ms).toISOString()];
  const nearby = db.donations
    .where('[donor_id+paid_at]')
    .between(keyAt(-SAME_DONATION_MS), keyAt(SAME_DONATION_MS), true, true);
  const isSimilar = (other: Donation): boolean =>
    other.id !== id && other.state !== 'rejected' && mayBeDuplicates(payment, other);
  return (await nearby.filter(isSimilar).first()) ?? null;
}

const LAST_DIGITS = 4;

/**
 * Returns the next receipt code of this device. Its number is one above the highest number on this phone, including
 * those of donations that are not sent yet or were refused.
 */
export async function nextReceiptCode(db: PhoneDb, device_id: string): Promise<string> {
  const prefix = `D-${device_id.slice(-LAST_DIGITS).toUpperCase()}-`;
  const [saved, entries] = await Promise.all([
    db.donations.where('receipt').startsWith(prefix).keys(),
    db.outbox.where('[entity+entity_id]').between(['donations', ''], ['donations', '\uffff']).toArray(),
  ]);
  const queued = entries.map(({ args }) => (args as { receipt?: string }).receipt);
  const numbers = [...saved, ...queued]
    .map(String)
    .filter((code) => code.startsWith(prefix))
    .map((code) => Number(code.slice(prefix.length)));
  return `${prefix}${String(Math.max(0, ...numbers) + 1).padStart(LAST_DIGITS, '0')}`;
}

/** A recurring donation with the state of its unsent writes. */
export interface RecurringDonationCard {
  row: RecurringDonation;
  badge: RowBadge | undefined;
}

/**
 * Returns the recurring donations, newest first: all that have not ended, and ended ones with a write that is not sent
 * yet.
 */
export async function savedRecurringDonations(db: PhoneDb): Promise<RecurringDonationCard[]> {
  const badges = await savedBadges(db, 'recurring_donations');
  const rows = await db.recurring_donations.toArray();
  return rows
    .toSorted((a, b) => b.started_at.localeCompare(a.started_at) || b.id.localeCompare(a.id))
    .map((row) => ({ row, badge: badges.get(row.id) }))
    .filter(({ row, badge }) => row.state !== 'ended' || badge !== undefined);
}

import type { Donation } from '../../../contract/entities/donation.ts';
import { addAuditEntry } from '../../audit.ts';
import { audienceOf, employeeIds, responsibleAndManagerOf } from '../contacts/person.ts';
import type { LedgerContext } from '../payments/purpose.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';

/** Pokes everyone who can see a donation. */
export async function pokeDonationViewers(
  context: LedgerContext,
  { donor_id, author_id }: Pick<Donation, 'donor_id' | 'author_id'>,
): Promise<void> {
  const [authors, watchers, admins] = [
    await audienceOf(context, author_id),
    await responsibleAndManagerOf(context, donor_id),
    await employeeIds(context, 'admins'),
  ];
  context.poke([donor_id, ...authors, ...watchers, ...admins]);
}

type Recorded = Pick<
  Donation,
  'id' | 'donor_id' | 'author_id' | 'state' | 'amount_cents' | 'method' | 'receipt' | 'reason'
>;

/**
 * Records a change of state in the audit log and in the donor's timeline, and pokes everyone who can see the donation.
 * `by_id` is null if a payment has caused the change.
 */
export async function recordDonationState(
  context: LedgerContext,
  donation: Recorded,
  by_id: string | null,
): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const { id, donor_id, state, amount_cents, method, receipt, reason } = donation;
  const detail = { donation_id: id, state, amount_cents, method, receipt };
  await addAuditEntry(tx, { scope, at, action: `donation_${state}`, actor_id: by_id, target_id: donor_id, detail });
  const reasonDetail = reason === '' ? {} : { reason };
  await addTimelineEvent(context, {
    person_id: donor_id,
    kind: 'donation',
    by_id,
    detail: { ...detail, ...reasonDetail },
  });
  await pokeDonationViewers(context, donation);
}

import type { Donation } from '../../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../../contract/entities/recurring-donation.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { type ChosenPhoto, toSentPhoto } from '../../components/media/prepare-photo.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Draft, DraftFile } from '../../db/outbox/outbox.ts';
import { depsOfPerson } from '../../db/outbox/person-deps.ts';
import { nextReceiptCode } from '../../db/queries/donations.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** The fields of a donation that the user enters. */
export type DonationFields = Omit<Args<'donation.correct'>, 'photo' | 'at' | 'currency' | 'is_no_duplicate'>;

export interface Donor {
  id: string;
  name: string;
}

/**
 * A donation as entered: its fields, a newly chosen photo, and whether the author confirmed that it is not a duplicate.
 */
export interface EnteredDonation {
  fields: DonationFields;
  photo: ChosenPhoto | null;
  is_no_duplicate: boolean;
}

const filesOf = (photo: ChosenPhoto | null): DraftFile[] => (photo ? [photo] : []);

const commonArgs = (store: Store, { fields, is_no_duplicate }: EnteredDonation) => ({
  ...fields,
  is_no_duplicate,
  currency: 'USD' as const,
  at: iso(store.now()),
});

/** Queues a new donation. Its id is created when the form opens, so that two taps create only one donation. */
export async function submitDonation(
  store: Store,
  id: string,
  donor: Donor,
  entered: EnteredDonation,
): Promise<string> {
  const { db, actor } = store;
  const args: Args<'donation.submit'> = {
    ...commonArgs(store, entered),
    donor_id: donor.id,
    donor_name: donor.name,
    receipt: await nextReceiptCode(db, actor.device_id),
    photo: entered.photo && toSentPhoto(entered.photo),
  };
  const deps = await depsOfPerson(db, donor.id);
  return store.write({ kind: 'donation.submit', id, args, title: donor.name, deps, files: filesOf(entered.photo) });
}

/** Queues a correction of a donation that is not confirmed. */
export function correctDonation(store: Store, { id, donor_name }: Donation, entered: EnteredDonation): Promise<string> {
  const { photo } = entered;
  const args = { ...commonArgs(store, entered), ...(photo && { photo: toSentPhoto(photo) }) };
  const draft: Draft<'donation.correct'> = { kind: 'donation.correct', id, args, title: donor_name };
  return store.write({ ...draft, files: filesOf(photo) });
}

/** Replaces a rejected write of a donation with one that has the current values. Donor, receipt code and photo stay. */
export function resendDonation(store: Store, entry: Entry, entered: EnteredDonation): Promise<string> {
  const { photo } = entered;
  const args = {
    ...(entry.args as object),
    ...commonArgs(store, entered),
    ...(photo && { photo: toSentPhoto(photo) }),
  };
  return store.supersede(entry.op_id, args, filesOf(photo));
}

const confirmDraft = (store: Store, { id, amount_cents, donor_name }: Donation): Draft<'donation.confirm'> => ({
  kind: 'donation.confirm',
  id,
  args: { amount_cents, at: iso(store.now()) },
  title: donor_name,
});

export const confirmDonation = (store: Store, donation: Donation): Promise<string> =>
  store.write(confirmDraft(store, donation));

/** Queues the confirmation of several donations. */
export const confirmDonations = async (store: Store, donations: readonly Donation[]): Promise<void> =>
  void (await store.writeAll(donations.map((donation) => confirmDraft(store, donation))));

export function rejectDonation(store: Store, { id, donor_name }: Donation, reason: string): Promise<string> {
  const args = { reason, at: iso(store.now()) };
  return store.write({ kind: 'donation.reject', id, args, title: donor_name });
}

type Recurring = Pick<RecurringDonation, 'id'>;

/** Queues a change of a recurring donation, such as pausing it. `title` names the change in the sync centre. */
const command = (store: Store, what: 'pause' | 'resume' | 'end', { id }: Recurring, title: string): Promise<string> =>
  store.write({ kind: `recurring_donation.${what}`, id, args: { at: iso(store.now()) }, title });

export const pauseRecurringDonation = (store: Store, row: Recurring, title: string) =>
  command(store, 'pause', row, title);
export const resumeRecurringDonation = (store: Store, row: Recurring, title: string) =>
  command(store, 'resume', row, title);
export const endRecurringDonation = (store: Store, row: Recurring, title: string) => command(store, 'end', row, title);

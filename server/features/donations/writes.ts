import type { Donation, DonationSubmitArgs } from '../../../contract/entities/donation.ts';
import type { SentPhoto } from '../../../contract/entities/contact.ts';
import { Refused } from '../../../contract/errors.ts';
import {
  checkPaidAt,
  confirmDonation,
  correctDonation,
  newDonation,
  rejectDonation,
} from '../../../contract/states/donation.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { fullName } from '../accounts/rows.ts';
import { hasLostAccess } from '../../sync/access-loss.ts';
import { lockContactOwner } from '../contacts/person.ts';
import { usablePhoto } from '../contacts/stored-photo.ts';
import { assertStaff, lockPersonOrThrow } from '../people/lock.ts';
import { recordDonationState } from './record.ts';
import { donationById, hasSimilarDonation, insertDonation, lockDonation, updateDonation } from './repository.ts';

/** Locks a donation that the caller can see. Throws `not_found`. */
async function lockVisibleDonation(context: HandlerContext, id: string): Promise<Donation> {
  const donation = await lockDonation(context, id);
  if (!donation) throw new Refused('not_found');
  return donation;
}

/**
 * Locks the donor, so that two equal donations of a person are entered one after the other. Returns the donor's name.
 */
async function lockDonor(context: HandlerContext, donor_id: string): Promise<string> {
  const { caller } = context;
  if (donor_id === caller.user_id) {
    await lockContactOwner(context, donor_id);
    return caller.name;
  }
  try {
    return fullName((await lockPersonOrThrow(context, donor_id)).person);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    const isLost = await hasLostAccess(context.tx, context.scope, caller.user_id, 'people', donor_id);
    throw new Refused(isLost ? 'access_lost' : 'not_found', { donor_id: 'not_found' });
  }
}

/**
 * Throws `donation_duplicate` if there is a possible duplicate and the author has not confirmed that this is a separate
 * donation.
 */
async function checkDuplicate(
  context: HandlerContext,
  donation: Donation,
  { is_no_duplicate }: Pick<DonationSubmitArgs, 'is_no_duplicate'>,
): Promise<void> {
  if (!is_no_duplicate && (await hasSimilarDonation(context, donation))) throw new Refused('donation_duplicate');
}

async function photoFor(context: HandlerContext, file: SentPhoto | null): Promise<Donation['photo']> {
  const photo = file && (await usablePhoto(context, file.sha256));
  if (file && !photo) throw new Refused('blob_missing');
  return photo;
}

/** Records a change of state, and returns the row as the caller sees it. */
async function recordDonation(context: HandlerContext, donation: Donation): Promise<WriteOutcome> {
  await recordDonationState(context, donation, context.caller.user_id);
  return { row: await donationById(context, donation.id), rev: donation.rev };
}

/** Stores a new state of a locked donation. */
async function save(context: HandlerContext, donation: Donation): Promise<WriteOutcome> {
  const saved = { ...donation, rev: await context.nextRev(), updated_at: context.received_at };
  await updateDonation(context, saved);
  return recordDonation(context, saved);
}

/**
 * Enters a donation that was paid outside of this app: the caller's own or, for an employee, a donation of a person in
 * their care. Throws `not_found`, `forbidden`, `paid_at_invalid`, `donation_duplicate` or `blob_missing`.
 */
export const submitDonationHandler: WriteHandler<'donation.submit'> = async (context, { id, args, corrected_at }) => {
  const { caller, received_at } = context;
  const donor_name = await lockDonor(context, args.donor_id);
  const existing = await lockDonation(context, id);
  if (existing) {
    if (existing.author_id !== caller.user_id) throw new Refused('not_found');
    return { row: existing, rev: existing.rev };
  }
  const author = { id, user_id: caller.user_id, user_name: caller.name };
  const donation: Donation = {
    ...newDonation({ ...args, donor_name, at: corrected_at }, author),
    photo: await photoFor(context, args.photo),
    created_at: received_at,
    updated_at: received_at,
  };
  await checkDuplicate(context, donation, args);
  await countDailyWrite(context, 'donations');
  const row = { ...donation, rev: await context.nextRev() };
  if (!(await insertDonation(context, row))) throw new Refused('not_found');
  return recordDonation(context, row);
};

/**
 * Corrects a donation that is not confirmed, and submits it again; allowed only for its author. Throws
 * `donation_state`, `forbidden`, `not_found` and the errors of a new donation.
 */
export const correctDonationHandler: WriteHandler<'donation.correct'> = async (context, { id, args, corrected_at }) => {
  const { at: _, photo: file, is_no_duplicate, ...fields } = args;
  const donation = await lockVisibleDonation(context, id);
  checkPaidAt(fields.paid_at, corrected_at);
  const changed = file && { photo: await photoFor(context, file) };
  const next = withCurrentRow(donation, (row) =>
    correctDonation(row, context.caller.user_id, { ...fields, ...changed }),
  );
  await checkDuplicate(context, next, { is_no_duplicate });
  await countDailyWrite(context, 'donation_changes');
  return save(context, next);
};

const decider = ({ caller: { user_id, name, is_manager } }: HandlerContext) => ({
  user_id,
  user_name: name,
  is_manager,
});

/**
 * Confirms a donation; allowed for employees other than its author and donor. Idempotent. Throws `second_person`,
 * `manager_only`, `donation_state`, `forbidden` or `not_found`.
 */
export const confirmDonationHandler: WriteHandler<'donation.confirm'> = async (context, { id, args }) => {
  assertStaff(context);
  const donation = await lockVisibleDonation(context, id);
  const decision = { amount_cents: args.amount_cents, at: context.received_at };
  const next = withCurrentRow(donation, (row) => confirmDonation(row, decider(context), decision));
  if (next === donation) return { row: donation, rev: donation.rev };
  await countDailyWrite(context, 'donation_changes');
  return save(context, next);
};

/**
 * Rejects a donation with a reason; allowed for employees other than its author and donor. Idempotent. Throws
 * `second_person`, `donation_state`, `forbidden` or `not_found`.
 */
export const rejectDonationHandler: WriteHandler<'donation.reject'> = async (context, { id, args }) => {
  assertStaff(context);
  const donation = await lockVisibleDonation(context, id);
  const decision = { reason: args.reason, at: context.received_at };
  const next = withCurrentRow(donation, (row) => rejectDonation(row, decider(context), decision));
  if (next === donation) return { row: donation, rev: donation.rev };
  await countDailyWrite(context, 'donation_changes');
  return save(context, next);
};

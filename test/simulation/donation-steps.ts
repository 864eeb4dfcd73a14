import { isOwnDonation, needsManager } from '../../contract/states/donation.ts';
import type { Donation } from '../../contract/entities/donation.ts';
import { donationPurposes } from '../../contract/values.ts';
import type { Args } from '../../contract/writes/index.ts';
import { depsOfPerson } from '../../src/db/outbox/person-deps.ts';
import { makePhoto } from './contact-steps.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import type { World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';

type DonationFields = Omit<Args<'donation.submit'>, 'donor_id' | 'donor_name' | 'receipt' | 'photo'>;

/**
 * Returns the fields of a donation: either a bank transfer with a photo and an amount that may require a confirmation
 * by a manager, or a small amount in cash without a photo. Some donations equal an earlier donation.
 */
function randomFields({ chance }: World, tab: SimTab, hasPhoto: boolean): DonationFields {
  const at = deviceTime(tab);
  const purpose = chance.pick(donationPurposes);
  return {
    amount_cents: chance.pick([2_500, 5_000, 100 * (1 + chance.below(hasPhoto ? 4_000 : 100))]),
    currency: 'USD',
    purpose,
    purpose_text: purpose === 'other' ? 'A new roof' : '',
    method: hasPhoto ? 'bank_transfer' : 'cash',
    paid_at: at,
    comment: `words ${chance.below(1e6)}`,
    is_anonymous: chance.happens(0.2),
    is_no_duplicate: chance.happens(0.5),
    at,
  };
}

/**
 * Adds a photo to some receipts, whose writes then wait for the upload. Photos are as rare as images in tickets,
 * because the files of a device are uploaded one after another, and the last write must arrive within 30 s after the
 * last fault.
 */
function maybePhoto({ chance }: World) {
  if (!chance.happens(0.15)) return { photo: null, files: [] };
  const file = makePhoto(chance);
  return { files: [file], photo: { sha256: file.sha256, mime: 'image/png' as const, bytes: file.data.byteLength } };
}

async function submit(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db, actor } = tab.phone;
  const people = await db.people.orderBy('id').toArray();
  const person = people.length > 0 && chance.happens(0.8) ? chance.pick(people.slice(0, 3)) : null;
  const donor = { donor_id: person?.id ?? actor.user_id, donor_name: person?.first_name ?? actor.user_name };
  const deps = person ? await depsOfPerson(db, person.id) : [];
  const { photo: sent, files } = maybePhoto(world);
  const receipt = `D-7F3A-${1000 + chance.below(9000)}`;
  const args = { ...randomFields(world, tab, sent !== null), ...donor, photo: sent, receipt };
  await write('donation.submit', store.newId(), args, { files, deps });
}

async function correctDonation(world: World, tab: SimTab, write: SaveWrite, donation: Donation): Promise<void> {
  const { photo: sent, files } = maybePhoto(world);
  const args = { ...randomFields(world, tab, (sent ?? donation.photo) !== null), ...(sent && { photo: sent }) };
  await write('donation.correct', donation.id, args, { files });
}

/** Enters a donation, or corrects, confirms or rejects one on the device. */
export async function donationStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { db, actor } = tab.phone;
  const all = await db.donations.orderBy('id').toArray();
  const unconfirmed = all.filter(({ state }) => state !== 'confirmed').slice(0, 4);
  if (unconfirmed.length === 0 || chance.happens(0.4)) return submit(world, tab, write);
  const donation = chance.pick(unconfirmed);
  const { id, amount_cents, author_id, state } = donation;
  if (author_id === actor.user_id) return correctDonation(world, tab, write, donation);
  const cannotDecide = isOwnDonation(donation, actor.user_id) || !world.isEmployee(tab);
  if (cannotDecide || state !== 'submitted') return undefined;
  const isConfirmed = chance.happens(0.6) && (actor.is_manager || !needsManager(donation));
  if (isConfirmed) await write('donation.confirm', id, { amount_cents, at: deviceTime(tab) });
  else await write('donation.reject', id, { reason: 'not readable', at: deviceTime(tab) });
  return undefined;
}

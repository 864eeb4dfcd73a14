import type { Donation } from '../../../contract/entities/donation.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { byPersonName } from '../../components/person/name-or-phone-search.ts';
import { personName } from '../../components/person/person-labels.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { filterPeople } from '../../db/queries/people.ts';
import type { Store } from '../../db/schema/store.ts';
import { deleteDraft, savedDraft } from '../../forms/drafts.ts';
import { entryToEdit } from '../../forms/entry-to-edit.ts';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Donor } from './actions.ts';
import { type DonationDraft, findDonor, draftOf, emptyDraft } from './form-values.ts';

/** The way in which the form was opened: for the user's own donation, for another person's, or to change a donation. */
export type FormParams =
  | { kind: 'own' }
  | { kind: 'person'; person: string | null }
  | { kind: 'edit'; id: string; resend: string | null };

/** The initial state of the donation form. */
export interface InitialForm {
  kind: FormParams['kind'];
  /** Name under which the draft is stored. */
  name: string;
  /** Id of the donation; for a new one, created when the form opens. */
  id: string;
  /** The donors to choose from; only one if the donor cannot be changed. */
  donors: readonly Donor[];
  /** The stored donation; null for a new one. */
  donation: Donation | null;
  /** The rejected write that the user corrects. */
  entry: Entry | null;
  hasPhoto: boolean;
  initial: DonationDraft;
  isRestored: boolean;
  round: number;
}

type OpeningState = Omit<InitialForm, 'name' | 'isRestored' | 'round' | 'kind'>;

/** Returns the initial state of the form for a new donation of one of the given donors. */
const newDonationState = (store: Store, donors: readonly Donor[], donor_id: string): OpeningState => ({
  id: store.newId(),
  donors,
  donation: null,
  entry: null,
  hasPhoto: false,
  initial: emptyDraft(store.now(), donor_id),
});

async function formForPerson(store: Store, person: string | null): Promise<OpeningState> {
  const people = await filterPeople(store.db, () => true);
  const donors = people.toSorted(byPersonName).map((row) => ({ id: row.id, name: personName(row) }));
  return newDonationState(store, donors, findDonor(donors, person ?? '')?.id ?? '');
}

/**
 * Returns the initial state of the form for a donation on this device, or for a rejected write that enters or corrects
 * one.
 */
async function formToEdit(store: Store, id: string, resend: string | null): Promise<OpeningState | null> {
  const donation = (await store.db.donations.get(id)) ?? null;
  const entry = await entryToEdit(store.db, ['donation.submit', 'donation.correct'], { id, resend });
  if (resend !== null && !entry) return null;
  const args = entry?.args as (Args<'donation.submit'> & { photo?: unknown }) | undefined;
  const row = args ?? donation;
  const donor_id = donation?.donor_id ?? args?.donor_id;
  if (!row || donor_id === undefined) return null;
  const donor = { id: donor_id, name: donation?.donor_name ?? args?.donor_name ?? '' };
  const hasPhoto = Boolean(donation?.photo ?? args?.photo);
  return { id, donors: [donor], donation, entry, hasPhoto, initial: draftOf(row, donor_id) };
}

function open(store: Store, params: FormParams): Promise<OpeningState | null> {
  if (params.kind === 'person') return formForPerson(store, params.person);
  if (params.kind === 'edit') return formToEdit(store, params.id, params.resend);
  const { user_id: id, user_name: name } = store.actor;
  return Promise.resolve(newDonationState(store, [{ id, name }], id));
}

function nameOf(params: FormParams): string {
  if (params.kind === 'edit') return `donation:${params.resend ?? params.id}`;
  return params.kind === 'own' ? 'donation:own' : `donation:of:${params.person ?? ''}`;
}

async function initialForm(store: Store, params: FormParams, round: number): Promise<InitialForm | null> {
  const form = await open(store, params);
  if (!form) return null;
  const name = nameOf(params);
  const saved = round > 0 ? null : ((await savedDraft(store.db, name)) as Partial<DonationDraft> | null);
  const initial = { ...form.initial, ...saved };
  // The draft may name a donor who is not on this device any more, so the field is then empty.
  const donor_id = findDonor(form.donors, initial.donor_id)?.id ?? '';
  const isRestored = saved !== null;
  return { ...form, kind: params.kind, initial: { ...initial, donor_id }, name, isRestored, round };
}

/**
 * Returns the initial state of the form, from the stored draft if there is one, and a function that resets the form.
 */
export function useInitialDonation(params: FormParams): [InitialForm | null | undefined, () => void] {
  const store = useStore();
  return useInitialValues(
    (round) => initialForm(store, params, round),
    ({ name }) => deleteDraft(store.db, name),
  );
}

import { MAX_CONTACTS } from '../../../contract/values.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { isQuotaError } from '../../db/schema/db.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { photoDraft } from './actions.ts';
import type { Candidate } from './import-cards.ts';
import { ImportPhotos, type SkippedPhoto } from './import-photo.ts';
import { countContactsOf } from '../../db/queries/all-contacts.ts';

/** Maximum number of people saved in one transaction. */
const BATCH_SIZE = 50;

/** Result of a contact import. */
export interface ImportResult {
  saved: number;
  /** Number of selected people who were not saved because of a full disk, the contact limit or an error. */
  left: number;
  why: 'quota' | 'contacts_full' | 'failed' | null;
  /** Number of photos that were not saved with their people, by reason. */
  skippedPhotos: ReadonlyMap<SkippedPhoto, number>;
}

type Person = Candidate & { fields: NonNullable<Candidate['fields']>; chosen: ChosenPhoto | null };

/** Returns the writes that create the people with their photos. */
function draftsOf(store: Store, people: readonly Person[]): Draft[] {
  const args = { at: iso(store.now()) };
  const drafts: Draft[] = [];
  for (const { name, fields, chosen } of people) {
    const id = store.newId();
    const create = `#${drafts.length}`;
    drafts.push({ kind: 'contact.create', id, args: { ...fields, ...args }, title: name });
    if (chosen) drafts.push(photoDraft(store, id, name, chosen, [create]) as Draft);
  }
  return drafts;
}

/** Saves people in one transaction; without their photos if the disk is too full for these. */
async function saveBatch(store: Store, people: readonly Person[], photos: ImportPhotos): Promise<void> {
  try {
    await store.writeAll(draftsOf(store, people));
  } catch (error) {
    const hasPhotos = people.some(({ chosen }) => chosen !== null);
    if (!isQuotaError(error) || !hasPhotos) throw error;
    photos.giveUp(people.map(({ chosen }) => chosen));
    await store.writeAll(
      draftsOf(
        store,
        people.map((person) => ({ ...person, chosen: null })),
      ),
    );
  }
}

/**
 * Saves people in transactions of fifty; earlier transactions stay if a later one fails. Photos are read, converted and
 * saved with their transaction, so that only those of fifty people are in memory.
 */
export async function saveImport(
  store: Store,
  people: readonly Candidate[],
  onSaved: (count: number) => void,
): Promise<ImportResult> {
  const { db, actor } = store;
  const ownCount = await countContactsOf(db, actor.user_id);
  const peopleWithinLimit = people.slice(0, Math.max(0, MAX_CONTACTS - ownCount));
  const photos = new ImportPhotos();
  let saved = 0;
  const createResult = (why: ImportResult['why']): ImportResult => ({
    ...{ saved, left: people.length - saved, why },
    skippedPhotos: photos.skipped,
  });
  for (let from = 0; from < peopleWithinLimit.length; from += BATCH_SIZE) {
    const batch: Person[] = [];
    try {
      for (const candidate of peopleWithinLimit.slice(from, from + BATCH_SIZE)) {
        const { fields } = candidate;
        if (fields) batch.push({ ...candidate, fields, chosen: await photos.prepare(candidate.photo) });
      }
      await saveBatch(store, batch, photos);
    } catch (error) {
      return createResult(isQuotaError(error) ? 'quota' : 'failed');
    }
    saved += batch.length;
    onSaved(saved);
  }
  return createResult(peopleWithinLimit.length < people.length ? 'contacts_full' : null);
}

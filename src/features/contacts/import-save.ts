import { MAX_CONTACTS } from '../../../contract/values.ts';
import { isQuotaError } from '../../db/schema/db.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { Candidate } from './import-cards.ts';
import { countContactsOf } from '../../db/queries/contacts.ts';

/** Maximum number of writes queued in one transaction. */
const BATCH_SIZE = 50;

/** Result of a contact import. */
export interface Imported {
  saved: number;
  /** Number of selected people who were not saved because of a full disk, the contact limit or an error. */
  left: number;
  why: 'quota' | 'contacts_full' | 'failed' | null;
}

/** Saves people in transactions of fifty; earlier transactions stay if a later one fails. */
export async function saveImport(
  store: Store,
  people: readonly Candidate[],
  onSaved: (count: number) => void,
): Promise<Imported> {
  const { db, actor } = store;
  const ownCount = await countContactsOf(db, actor.user_id);
  const fit = people.slice(0, Math.max(0, MAX_CONTACTS - ownCount));
  let saved = 0;
  const ended = (why: Imported['why']): Imported => ({ saved, left: people.length - saved, why });
  for (let from = 0; from < fit.length; from += BATCH_SIZE) {
    const part = fit.slice(from, from + BATCH_SIZE);
    const at = iso(store.now());
    const drafts = part.flatMap(({ name, fields }): Draft[] =>
      fields ? [{ kind: 'contact.create', id: store.newId(), args: { ...fields, at }, title: name }] : [],
    );
    try {
      await store.writeAll(drafts);
    } catch (error) {
      return ended(isQuotaError(error) ? 'quota' : 'failed');
    }
    saved += drafts.length;
    onSaved(saved);
  }
  return ended(fit.length < people.length ? 'contacts_full' : null);
}

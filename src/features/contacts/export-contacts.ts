import type { I18n } from '@lingui/core';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { ContactQuery } from '../../bridge/search-api.ts';
import { search } from '../../bridge/search.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { contactsByIds } from '../../db/queries/contacts.ts';
import type { CardDetails } from './export-vcard.ts';
import type { PhoneKind } from './import-cards.ts';
import { savedContactCategories } from './queries.ts';

/** Number of contacts that are read and formatted in one step, so that the page stays responsive. */
const BATCH_SIZE = 200;

export type ExportFormat = 'vcard' | 'csv';

export interface ExportOptions {
  /** The filters and the order of the exported contacts. */
  wanted: ContactQuery;
  format: ExportFormat;
  kinds: Readonly<Record<PhoneKind, string>>;
  i18n: I18n;
}

export interface ExportResult {
  count: number;
  parts: Blob[];
}

type WriteContact = (contact: Contact, details: CardDetails) => string;

async function writerOf({ format, kinds, i18n }: ExportOptions): Promise<{ head: string; write: WriteContact }> {
  if (format === 'vcard') {
    const { createVcardWriter } = await import('./export-vcard.ts');
    return { head: '', write: await createVcardWriter(kinds) };
  }
  const { csvHead, csvContact } = await import('./export-csv.ts');
  return { head: csvHead(i18n), write: (contact, { category }) => csvContact(contact, category, i18n) };
}

/** Returns the photos of the contacts by hash, as far as the photos are on this device. */
async function photosOf(db: PhoneDb, contacts: readonly Contact[]): Promise<Map<string, CardDetails['photo']>> {
  const hashes = contacts.flatMap(({ photo }) => (photo ? [photo.sha256] : []));
  const blobs = await db.blobs.bulkGet(hashes);
  return new Map(blobs.flatMap((blob) => (blob ? [[blob.sha256, blob]] : [])));
}

/**
 * Returns the listed contacts as a file, using only data on this device. Throws if the contact search does not respond,
 * or has not indexed all contacts yet and would find too few.
 */
export async function exportContacts(db: PhoneDb, user_id: string, options: ExportOptions): Promise<ExportResult> {
  const { head, write } = await writerOf(options);
  const found = await search.find(user_id, { ...options.wanted, offset: 0, limit: Number.MAX_SAFE_INTEGER });
  if (!found?.is_complete) throw new Error('the search did not find all contacts');
  const categories = new Map((await savedContactCategories(db)).map((category) => [category.id, category]));
  const parts = [new Blob([head])];
  let count = 0;
  for (let from = 0; from < found.ids.length; from += BATCH_SIZE) {
    const rows = await contactsByIds(db, found.ids.slice(from, from + BATCH_SIZE));
    const contacts = rows.filter((row) => row !== undefined);
    const photos = options.format === 'vcard' ? await photosOf(db, contacts) : new Map<string, CardDetails['photo']>();
    const texts = contacts.map((contact) => {
      const category = contact.category_id === null ? undefined : categories.get(contact.category_id);
      return write(contact, {
        category: category?.owner_id === contact.owner_id ? category.name : null,
        photo: (contact.photo && photos.get(contact.photo.sha256)) ?? null,
      });
    });
    parts.push(new Blob(texts));
    count += contacts.length;
  }
  return { count, parts };
}

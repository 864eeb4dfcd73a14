import type { Contact } from '../../../contract/entities/contact.ts';

/** A database that stores contacts in the browser, used as its documentation recommends. */
export interface Contender {
  /** Opens the database, or creates it. */
  open(): Promise<void>;
  /** Stores all contacts. Resolves when they are on the disk and can be searched. */
  store(rows: Contact[]): Promise<void>;
  /** Replaces some of the stored contacts. */
  change(rows: Contact[]): Promise<void>;
  /** Returns the first contacts by last name of those whose last name contains a text, which is in lower case. */
  search(text: string): Promise<Contact[]>;
  /** Returns the first contacts by last name. */
  first(): Promise<Contact[]>;
}

/** Number of contacts that `search` and `first` return. */
export const FIRST_ROWS = 50;

/** The indexed fields, as many as the largest stores of the app have. PouchDB indexes the last name alone. */
export const indexedFields = ['rev', 'owner_id', 'last_name', 'updated_at'] as const;

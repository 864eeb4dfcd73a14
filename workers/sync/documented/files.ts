import { SYNC_PROTO } from '../../../contract/version.ts';
import type { Book } from '../../../contract/entities/book.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { pathOf, type ApiClient } from './api-client.ts';
import { contactWithPhoto } from '../../../src/db/queries/all-contacts.ts';
import { Ids } from './ids.ts';
import { readList } from './lists.ts';
import { bookFile } from './tables/learning.ts';
import { contacts, photoFields, photoOf } from './tables/own.ts';
import { RowReader } from './values.ts';

/** The URLs of files by their keys. A URL is known once the list that contains it has been read since the start. */
type Urls = Map<string, string>;

/** Reads the list of contacts for the URLs of their photos. */
async function readPhotoUrls(client: ApiClient, ids: Ids): Promise<void> {
  const result = await readList(client, contacts.lists[0]!, null);
  const rows = result.kind === 'whole' ? result.rows : [];
  for (const raw of rows) photoOf(new RowReader(raw, ids), ...photoFields);
}

/**
 * Returns the URL that the API sent for a photo. If it sent none, returns the path under which our server serves the
 * photo of the contact.
 */
async function pathOfFile(client: ApiClient, db: PhoneDb, sha256: string, urls: Urls): Promise<string | null> {
  if (urls.has(sha256)) return urls.get(sha256)!;
  const contact = await contactWithPhoto(db, sha256);
  if (!contact) return null;
  const ids = await Ids.load(db, urls);
  if (!ids.isKnown(contact.id)) return pathOf('contacts.photo', { id: contact.id });
  await readPhotoUrls(client, ids);
  return urls.get(sha256) ?? null;
}

/** Returns the URL of the file of a book; null if the API sends none. */
async function urlOfBook(client: ApiClient, db: PhoneDb, { id, file }: Book, urls: Urls): Promise<string | null> {
  if (urls.has(file.sha256) || file.bytes > 0) return urls.get(file.sha256) ?? null;
  const ids = await Ids.load(db, urls);
  const result = await client.call('books.view', { params: { id: ids.foreign(id) } });
  if (result.kind === 'reply') bookFile(new RowReader(result.body, ids));
  return urls.get(file.sha256) ?? null;
}

/**
 * Fetches the file of a book, or the given range of it, from the URL that the API sent for it. If it sent none, uses
 * the call of our server.
 */
export async function fetchBookFile(
  client: ApiClient,
  db: PhoneDb,
  id: string,
  { range, urls }: { range: string | null; urls: Urls },
): Promise<Response> {
  const book = await db.books.get(id);
  const url = book && (await urlOfBook(client, db, book, urls));
  const path = url ?? pathOf('books.file', { id });
  const response = await client.fetch({ method: 'GET', path, ...(range !== null && { range }) }, null);
  if (response.headers.get('Content-Type')?.includes('html')) throw new TypeError('not a book');
  return response;
}

/** Fetches a photo. */
export async function fetchFileOf(client: ApiClient, db: PhoneDb, sha256: string, urls: Urls): Promise<Response> {
  const path = await pathOfFile(client, db, sha256, urls);
  const headers = { 'X-Sync-Proto': String(SYNC_PROTO) };
  if (path === null) return new Response('{}', { status: 404, headers });
  const response = await client.fetch({ method: 'GET', path }, null);
  const type = response.headers.get('Content-Type') ?? '';
  // A page of a captive portal is not a photo.
  if (response.ok && !type.startsWith('image/')) throw new TypeError('not an image');
  const isMissing = response.status === 404 || response.status === 410;
  return new Response(await response.arrayBuffer(), {
    status: response.ok ? 200 : isMissing ? 404 : 503,
    headers: { ...headers, 'Content-Type': type },
  });
}

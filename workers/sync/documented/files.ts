import { SYNC_PROTO } from '../../../contract/version.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { pathOf, type ApiClient } from './api-client.ts';
import { Ids } from './ids.ts';

/**
 * Returns the path of a photo: the URL that the API sent for it or, without one, the path of the call that returns the
 * photo of its contact.
 */
async function pathOfFile(db: PhoneDb, sha256: string, urls: ReadonlyMap<string, string>): Promise<string | null> {
  const url = urls.get(sha256);
  if (url !== undefined) return url;
  const contact = await db.contacts.filter(({ photo }) => photo?.sha256 === sha256).first();
  if (!contact) return null;
  const ids = await Ids.load(db);
  return pathOf('contacts.photo', { id: ids.foreign(contact.id) });
}

/**
 * Fetches the file of a book: from the URL that the API sent for it or, without one, a part of it with the call of our
 * server.
 */
export async function fetchBookFile(
  client: ApiClient,
  db: PhoneDb,
  id: string,
  { range, urls }: { range: string | null; urls: ReadonlyMap<string, string> },
): Promise<Response> {
  const book = await db.books.get(id);
  const url = book && urls.get(book.file.sha256);
  const path = url ?? pathOf('books.file', { id });
  const response = await client.fetch({ method: 'GET', path, ...(range !== null && { range }) }, null);
  if (response.headers.get('Content-Type')?.includes('html')) throw new TypeError('not a book');
  return response;
}

/** Fetches a photo. */
export async function fetchFileOf(
  client: ApiClient,
  db: PhoneDb,
  sha256: string,
  urls: ReadonlyMap<string, string>,
): Promise<Response> {
  const path = await pathOfFile(db, sha256, urls);
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

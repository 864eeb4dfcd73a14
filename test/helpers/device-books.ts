import type { Book } from '../../contract/entities/book.ts';
import { contentRange, parseRange } from '../../contract/media-range.ts';
import { bookFile } from '../../src/db/queries/books.ts';
import { openDeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import type { Connection } from '../../src/lib/connection.ts';
import { fetchBoughtBooks, fetchBook, type DownloadEnv } from '../../workers/sync/books.ts';
import type { Session } from '../../workers/sync/session.ts';
import { bytesOf, shaOf, wifi } from './downloads.ts';
import { makePhone } from './fake-server.ts';
import { newId, START } from './phone.ts';

export function bookRow(change: Partial<Book> = {}): Book {
  const textFields = { title: 'The Kettle', author: 'Ada Moss', description: '', language: 'en' };
  const otherFields = { format: 'epub', pages: null, price_cents: 0, is_new: false } as const;
  return {
    id: newId(),
    rev: 1,
    ...textFields,
    ...otherFields,
    file: { sha256: 'a'.repeat(64), bytes: 9 },
    media: [],
    ...change,
  };
}

/** Records on the device that its user has bought the book. */
export async function storeBoughtBook(db: PhoneDb, id: string): Promise<void> {
  await db.book_shelf.put({ id, rev: 1, bought_at: new Date(START).toISOString(), places: [], marks: [] });
}

type FileRequest = { id: string; from: number };

/** Creates a server with one book of each size, and a device that has these books in its mirror. */
export async function makeBooks(sizes: number[]) {
  const { phone, server, ports } = await makePhone();
  const files = sizes.map((size, index) => bytesOf(size, index + 1));
  const books = files.map((data) => bookRow({ file: { sha256: shaOf(data), bytes: data.length } }));
  await phone.db.books.bulkPut(books);
  const requests: FileRequest[] = [];
  const faults: ((request: FileRequest) => Response | null | Promise<Response | null>)[] = [];
  const fetchCall = ports.fetch;
  ports.fetch = async (url, init) => {
    const [, id] = /^\/api\/books\/file\/([^/]+)\/$/.exec(url) ?? [];
    if (id === undefined) return fetchCall(url, init);
    const headers = init.headers as Record<string, string>;
    if (headers['Authorization'] !== `Bearer ${server.token}`) return new Response(null, { status: 401 });
    const data = files[books.findIndex((book) => book.id === id)];
    const span = data ? parseRange(headers['Range'], data.length) : 'beyond';
    if (!data || typeof span === 'string') return new Response(null, { status: 404 });
    requests.push({ id, from: span.from });
    const damagedReply = await faults[0]?.({ id, from: span.from });
    if (damagedReply) return damagedReply;
    const range = { 'Content-Range': contentRange(span, data.length) };
    return new Response(new Uint8Array(data.subarray(span.from, span.to + 1)), { status: 206, headers: range });
  };
  const around: { line: Connection; used: number; quota: number | null } = { line: wifi, used: 0, quota: null };
  const env: DownloadEnv = {
    readConnection: () => around.line,
    readSpace: async () => ({ used: around.used, quota: around.quota }),
  };
  const { db, actor } = phone;
  const device = openDeviceDb(ports);
  const session: Session = { user_id: actor.user_id, device_id: actor.device_id, db, device, ports };
  return {
    phone,
    server,
    ports,
    db,
    device,
    session,
    books,
    asked: requests,
    faults,
    around,
    fetch: (index: number) => fetchBook(session, books[index]!.id, env),
    bring: () => fetchBoughtBooks(session, env),
    buy: (index: number) => storeBoughtBook(db, books[index]!.id),
    /** Whether the file on the device equals the file on the server. */
    isWhole: async (index: number) => {
      const data = await bookFile(db, books[index]!.file.sha256);
      return data !== null && Buffer.from(data).equals(files[index]!);
    },
  };
}

import { isQuotaError } from '../schema/db.ts';

// [Note: Shared content] Other apps can share texts and files with the installed app even while it is offline or no
// user is logged in. The service worker stores them here, and the user decides later what to do with them. Any website
// can post a form to the path that receives shares, so their content is untrusted: it is limited in number, size and
// age, shown only as text or as a decoded image, and nothing is written or sent before the user confirms it in a form.
// It is stored in its own cache and not in a database, because a browser deletes the files of a cache at once, whereas
// deleted rows stay in the files of a database until it compacts them.

/** Name of the cache with all shares. */
export const SHARES_CACHE = 'haversack-shares';

/**
 * Maximum number of waiting shares of a user. Any further share is refused with a notice, so that no share is dropped
 * silently.
 */
export const MAX_SHARES = 5;
/** Maximum size of the files of one share. */
export const MAX_SHARE_BYTES = 20_000_000;
export const MAX_SHARED_FILES = 10;
/** Time in ms for which a share is kept if the user does not decide about it. */
export const SHARE_KEPT_MS = 7 * 86_400_000;

const MAX_CHARACTERS = { title: 200, text: 10_000, url: 2_000 } as const;

/** The kinds of files that can be shared. */
export type SharedKind = 'vcard' | 'photo' | 'csv';

/** A file of a share. `index` is its number within the share. */
export interface SharedFile {
  index: number;
  kind: SharedKind;
  name: string;
  bytes: number;
}

/** Texts and files that were shared in one step. */
export interface Share {
  /** A UUIDv7, so ids sort by time. */
  id: string;
  /** The user who was logged in when the share arrived, otherwise the first user who has seen it; null until then. */
  user_id: string | null;
  title: string;
  text: string;
  url: string;
  files: SharedFile[];
  /** Number of files that were left out because the app cannot use them. */
  skipped: number;
  /** Whether the user opened the files with the app. The original files then still exist outside the app. */
  is_opened?: true;
}

/** Content that another app shares, not validated yet. */
export interface SharedContent extends Pick<Share, 'title' | 'text' | 'url'> {
  files: readonly File[];
}

/** Reasons why a share is not stored. */
export const shareRefusals = ['too_large', 'full', 'no_room', 'nothing', 'unreadable', 'not_ready'] as const;
export type ShareRefusal = (typeof shareRefusals)[number];

type Storage = CacheStorage | undefined;

const pathOf = (id: string, index?: number): string =>
  index === undefined ? `/shares/${id}` : `/shares/${id}/${index}`;

/** Returns the time in a UUIDv7: device time, ms. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const isExpired = (id: string, now: number): boolean => !(now - timeOf(id) < SHARE_KEPT_MS);

/** Returns the kind of a file; null if the app cannot use it. SVG files may contain scripts, so they do not count. */
export function sharedKind({ name, type }: Pick<File, 'name' | 'type'>): SharedKind | null {
  if (/\.(vcf|vcard)$/i.test(name) || /^text\/(x-)?vcard\b/i.test(type)) return 'vcard';
  if (/\.csv$/i.test(name) || /^text\/(csv|comma-separated-values)\b/i.test(type)) return 'csv';
  return /^image\/(?!svg)/i.test(type) ? 'photo' : null;
}

const cleanText = (text: string, longest: number): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim()
    .slice(0, longest);

async function openCache(storage: Storage): Promise<Cache | null> {
  return storage && (await storage.has(SHARES_CACHE)) ? storage.open(SHARES_CACHE) : null;
}

interface StoredEntry {
  path: string;
  id: string;
  isFile: boolean;
}

async function entriesOf(cache: Cache): Promise<StoredEntry[]> {
  return (await cache.keys()).map(({ url }) => {
    const path = new URL(url).pathname;
    const [, , id = '', index] = path.split('/');
    return { path, id, isFile: index !== undefined };
  });
}

async function readShares(cache: Cache, now: number): Promise<Share[]> {
  const entries = (await entriesOf(cache)).filter(({ id, isFile }) => !isFile && !isExpired(id, now));
  const shares = await Promise.all(
    entries.map(async ({ path }) => (await cache.match(path))?.json() as Promise<Share> | undefined),
  );
  return shares.filter((share) => share !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const writeShare = (cache: Cache, share: Share): Promise<void> => cache.put(pathOf(share.id), Response.json(share));

/** Deletes shares that have waited too long, and files of shares that were not stored completely. `now` is in ms. */
export async function dropExpiredShares(storage: Storage, now: number): Promise<void> {
  const cache = await openCache(storage);
  if (!cache) return;
  for (const { path, id } of await entriesOf(cache)) if (isExpired(id, now)) await cache.delete(path);
}

/**
 * Returns the shares that wait for a user, the oldest first. This assigns them to the user: from then on no other user
 * can see them. `now` is device time, ms.
 */
export async function savedShares(storage: Storage, user_id: string, now: number): Promise<Share[]> {
  const cache = await openCache(storage);
  if (!cache) return [];
  const shares = (await readShares(cache, now)).filter((share) => (share.user_id ?? user_id) === user_id);
  for (const share of shares) if (share.user_id === null) await writeShare(cache, Object.assign(share, { user_id }));
  return shares;
}

/** Returns the files of one kind of a user's share; none if the share no longer exists or belongs to someone else. */
export async function readSharedFiles(
  storage: Storage,
  { id, user_id, kind }: { id: string; user_id: string; kind: SharedKind },
  now: number,
): Promise<File[]> {
  const share = (await savedShares(storage, user_id, now)).find((each) => each.id === id);
  const filesOfKind = share?.files.filter((file) => file.kind === kind) ?? [];
  return Promise.all(filesOfKind.map((file) => readSharedFile(storage, id, file)));
}

/** Returns a file of a share. Throws if it no longer exists. */
export async function readSharedFile(
  storage: Storage,
  id: string,
  { index, name }: Pick<SharedFile, 'index' | 'name'>,
): Promise<File> {
  const response = await (await openCache(storage))?.match(pathOf(id, index));
  if (!response) throw new Error('a shared file is gone');
  return new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' });
}

export interface NewShare {
  /** Id of the share, a UUIDv7. */
  id: string;
  /** The user who is logged in; null if nobody is. */
  user_id: string | null;
  /** When the content was shared: device time, ms. */
  now: number;
  /** Whether the user opened the files with the app. If so, they replace files that were opened earlier. */
  isOpened?: boolean;
}

/**
 * Stores texts and files that another app shares, until the user decides what to do with them. Returns the reason if
 * they are refused, in which case nothing is stored. See: [Note: Shared content]
 */
export async function saveShare(
  storage: Storage,
  { files, ...texts }: SharedContent,
  { id, user_id, now, isOpened = false }: NewShare,
): Promise<ShareRefusal | null> {
  if (!storage) return 'no_room';
  await dropExpiredShares(storage, now);
  // A form sends an empty file for each file field without a file.
  const received = files.filter(({ size }) => size > 0);
  const usable = received.filter((file) => sharedKind(file) !== null).slice(0, MAX_SHARED_FILES);
  const title = cleanText(texts.title, MAX_CHARACTERS.title);
  const text = cleanText(texts.text, MAX_CHARACTERS.text);
  const url = cleanText(texts.url, MAX_CHARACTERS.url);
  if (usable.length === 0 && title + text + url === '') return 'nothing';
  if (usable.reduce((sum, { size }) => sum + size, 0) > MAX_SHARE_BYTES) return 'too_large';
  const cache = await storage.open(SHARES_CACHE);
  const waiting = (await readShares(cache, now)).filter((share) => share.user_id === null || share.user_id === user_id);
  const replaced = waiting.filter((share) => isOpened && share.is_opened);
  if (waiting.length - replaced.length >= MAX_SHARES) return 'full';
  for (const share of replaced) await dropShare(storage, share.id);
  const sharedFiles = usable.map((file, index): SharedFile => {
    const name = cleanText(file.name.replaceAll('\n', ' '), MAX_CHARACTERS.title);
    return { index, kind: sharedKind(file) ?? 'photo', name, bytes: file.size };
  });
  try {
    // The share itself is stored last, so that a share whose files are not complete is never shown.
    for (const [index, file] of usable.entries())
      await cache.put(pathOf(id, index), new Response(file, { headers: { 'Content-Type': file.type } }));
    const skipped = received.length - usable.length;
    const share = { id, user_id, title, text, url, files: sharedFiles, skipped };
    await writeShare(cache, { ...share, ...(isOpened && { is_opened: true }) });
    return null;
  } catch (error) {
    await dropShare(storage, id);
    if (isQuotaError(error)) return 'no_room';
    throw error;
  }
}

export async function dropShare(storage: Storage, id: string): Promise<void> {
  const cache = await openCache(storage);
  if (!cache) return;
  await cache.delete(pathOf(id));
  for (const entry of await entriesOf(cache)) if (entry.id === id) await cache.delete(entry.path);
}

/**
 * Deletes all shares, at a logout. The entries are deleted one by one, because Chromium keeps the files of a deleted
 * cache until every page and worker that has opened it is gone.
 */
export async function deleteShares(storage: Storage): Promise<void> {
  const cache = await openCache(storage);
  if (!cache) return;
  for (const { path } of await entriesOf(cache)) await cache.delete(path);
  await storage?.delete(SHARES_CACHE);
}

/** Which part of a share has been used: its texts, the files of a kind, or one file. */
export type SharePart = 'texts' | SharedKind | number;

/** Removes a part of a share that has been used. If no other part is left, removes the share. */
export async function dropSharePart(storage: Storage, id: string, part: SharePart): Promise<void> {
  const cache = await openCache(storage);
  const share = (await (await cache?.match(pathOf(id)))?.json()) as Share | undefined;
  if (!cache || !share) return;
  const isUsed = ({ index, kind }: SharedFile): boolean => part === index || part === kind;
  const texts = part === 'texts' ? { title: '', text: '', url: '' } : {};
  const rest: Share = { ...share, ...texts, files: share.files.filter((file) => !isUsed(file)) };
  if (rest.files.length === 0 && rest.title + rest.text + rest.url === '') return dropShare(storage, id);
  await writeShare(cache, rest);
  for (const { index } of share.files.filter(isUsed)) await cache.delete(pathOf(id, index));
}

import { buildOf } from './build-of.ts';
import { LAST_SCREEN_PREFIX, widthClassOf, type SavedScreen } from '../lib/last-screen.ts';
import { LOOK_KEY } from '../lib/look-key.ts';

/** The part of the storage buckets that is used here; TypeScript has no types for them. */
interface Buckets {
  keys(): Promise<string[]>;
  open(name: string): Promise<{ indexedDB: IDBFactory }>;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });

/**
 * Returns the version of a database, followed by the values of the given keys. Rejects if the database does not exist;
 * it is then not created. The connection is closed before the values are returned, so that it delays neither an upgrade
 * nor a deletion.
 */
async function readValues(
  factory: IDBFactory,
  name: string,
  store: string,
  keys: readonly string[],
): Promise<[version: number, ...values: unknown[]]> {
  const request = factory.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const db = await resultOf(request);
  db.onversionchange = () => db.close();
  try {
    const table = db.transaction(store).objectStore(store);
    const rows = await Promise.all(keys.map((key) => resultOf(table.get(key))));
    return [db.version, ...rows.map((row) => (row as { value?: unknown } | undefined)?.value)];
  } finally {
    db.close();
  }
}

interface Status {
  shut?: boolean;
  limits?: unknown;
  gates?: { auth?: boolean; blocked?: boolean; upgrade?: boolean };
}

/** Whether the login is no longer valid, or the app shows a notice above its screens. */
const isUnusual = ({ shut, limits, gates = {} }: Status = {}): unknown =>
  shut || limits || gates.auth || gates.blocked || gates.upgrade;

/** Returns the stored screen of the open path, if the logged-in user may see it now; otherwise undefined. */
export async function readScreen(): Promise<SavedScreen | undefined> {
  const { pathname, search } = location;
  // A link with search parameters opens the screen in a different state than the stored one. The exception is "/", with
  // which the installed app starts.
  const isStart = pathname === '/';
  if (!isStart && search !== '') return undefined;
  const { storageBuckets: buckets } = navigator as { storageBuckets?: Buckets };
  const names = buckets?.keys();
  const [, user, pendingLogout, leaving] = await readValues(indexedDB, 'haversack-device', 'values', [
    'current_user',
    'pending_logout',
    'leaving',
  ]);
  if (!user || pendingLogout || leaving) return undefined;
  const name = `haversack-${(user as { id: string }).id}`;
  // See: [Note: One bucket per user]
  const factory = (await names)?.includes(name) ? (await buckets!.open(name)).indexedDB : indexedDB;
  const [version, saved, status, token, isCopying] = await readValues(factory, name, 'meta', [
    LAST_SCREEN_PREFIX + (isStart ? '/dashboard' : pathname),
    'status',
    'token',
    'copying',
  ]);
  const screen = saved as SavedScreen | undefined;
  const isCurrent =
    screen &&
    token &&
    !isCopying &&
    !isUnusual(status as Status | undefined) &&
    screen.db_version === version &&
    screen.build === buildOf(document) &&
    screen.look === localStorage.getItem(LOOK_KEY) &&
    screen.width === widthClassOf(innerWidth) &&
    (screen.is_home || !isStart);
  return isCurrent ? screen : undefined;
}
